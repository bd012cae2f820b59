/** The console's words: what answers name by codes is told to people by names, and what is written for programs in the words of a form. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleForms } from '../../src/console/console-forms.ts';
import { formWords } from '../../src/console/form-words/form-words.ts';
import { choiceName, usualChoice } from '../../web/console/forms/words/choice-words.ts';
import { entryName, entrySays, isLine } from '../../web/console/forms/entry-rules.ts';
import { isAsked, kindOf } from '../../web/console/forms/field-kinds.ts';
import { currencyAt, unitOf } from '../../web/console/forms/field-units.ts';
import { type ToldWords, type Worded, wordsOf } from '../../web/console/forms/words/form-words.ts';
import { hintAt, hintOf } from '../../web/console/forms/words/hints.ts';
import { isHundredths, labelOf } from '../../web/console/forms/words/labels.ts';
import { followed, isSaidOf, partsOf } from '../../web/console/forms/new-record-rules.ts';
import { problemsOf } from '../../web/console/forms/problem-rules.ts';
import type { Json, Schema } from '../../web/console/forms/schema-rules.ts';
import { closesOf, freshSpan, shownTime } from '../../web/console/forms/span-rules.ts';
import { renamed } from '../../web/console/forms/thing-rules.ts';
import { conditionWords } from '../../web/console/pages/customers/segment-words.ts';
import { runsOn, soonestFirst, spanOf } from '../../web/console/pages/offers/calendar-rules.ts';
import { actionWords, subjectAsked, subjectOf, valueWords } from '../../web/console/pages/settings/audit-words.ts';
import { drawnUpTo } from '../../web/console/parts/chart-rules.ts';
import { isGranted, permissionRows, withGranted } from '../../web/console/parts/fields/permission-rules.ts';
import { actorName, grantedWords } from '../../web/console/parts/names.ts';

type Member = { readonly form: string; readonly path: string; readonly schema: Schema };
/** Every member of a form, whatever it stands in. */
const membersOf = (schema: Schema, path: string, form: string): readonly Member[] => [
  ...(path === '' ? [] : [{ form, path, schema }]),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    membersOf(member, path === '' ? name : `${path}.${name}`, form),
  ),
  ...(schema.items === undefined ? [] : membersOf(schema.items, `${path}[0]`, form)),
];
const members = Object.entries(JSON.parse(JSON.stringify(consoleForms)) as Readonly<Record<string, Schema>>).flatMap(
  ([form, schema]) => membersOf(schema, '', form),
);

// As the page gets them.
const words = wordsOf(JSON.parse(JSON.stringify(formWords)) as ToldWords);
const worded = (name: string): Worded => ({ name, words });

test('no hint of a form speaks to programs, or says what its label says', () => {
  assert.ok(members.length > 200, String(members.length));
  for (const { form, path, schema } of members) {
    const hint = hintAt({ schema, path, form: { ...worded(form), whole: {} } }) ?? '';
    const programs =
      /\bnull\b|\bISO \d|\bIANA\b|\d{4}-\d\d-\d\dT|\{\S+\}|\{"|when left out|left out[:,]|[a-z]_[a-z]|`|^[a-z]/;
    assert.doesNotMatch(hint, programs, path);
    assert.notEqual(hint.replace(/\.$/, '').toLowerCase(), labelOf(path, worded(form)).toLowerCase());
  }
});

test('no choice is told by a code, and every choice of one field by words of its own', () => {
  for (const { form, path, schema } of members.filter((member) => member.schema.enum !== undefined)) {
    const names = (schema.enum ?? []).flatMap((choice) =>
      choice === null ? [] : [choiceName(choice, path, worded(form))],
    );
    for (const name of names) assert.match(name, /^\p{Lu}[^_]*$|^\p{Lo}/u, `${path}: ${name}`);
    assert.equal(new Set(names).size, names.length, path);
  }
});

test('places, times and what the shop has are chosen, and not typed as codes', () => {
  const askedAs = (form: string, path: string): unknown => {
    const found = members.find((member) => member.form === form && member.path === path);
    assert.ok(found, `${form} ${path}`);
    return kindOf(found.schema, path, form);
  };
  assert.deepEqual(askedAs('tax_rate', 'country'), { is: 'one', from: 'countries' });
  assert.deepEqual(askedAs('article', 'prices[0].currency_code'), { is: 'one', from: 'currencies' });
  assert.deepEqual(askedAs('shipping_method', 'rates[0].countries'), { is: 'some', from: 'countries' });
  assert.deepEqual(askedAs('settings', 'currencies'), { is: 'some', from: 'currencies' });
  assert.deepEqual(askedAs('store', 'time_zone'), { is: 'one', from: 'clocks' });
  assert.deepEqual(askedAs('store', 'cut_off'), { is: 'time' });
  assert.deepEqual(askedAs('article', 'store_id'), { is: 'one', from: 'stores' });
  assert.deepEqual(askedAs('product', 'children[0].item_id'), { is: 'product' });
  assert.deepEqual(askedAs('product', 'brand'), { is: 'thing' });
  assert.deepEqual(askedAs('settings', 'cart.payment_modes'), { is: 'ticked', from: 'other payments' });
  for (const form of ['exchange_rate', 'tax_rate']) assert.deepEqual(askedAs(form, 'valid_from'), { is: 'moment' });
});

test('a figure says what it is counted in, a step of a shipping rate as its rate does', () => {
  const rates = [{ by: 'weight', bands: [{ from: 0, charge: 5 }] }, { bands: [{ from: 0, charge: 5 }] }];
  const unit = (path: string): unknown => unitOf(path, 'shipping_method', { rates });
  assert.deepEqual(['rates[0].bands[0].from', 'rates[1].bands[0].from', 'rates[0].bands[0].charge'].map(unit), [
    'kg',
    'money',
    'money',
  ]);
  assert.equal(unitOf('rate', 'tax_rate', {}), '%');
  assert.equal(unitOf('rate', 'exchange_rate', {}), undefined);
  assert.equal(unitOf('cart.retention.share_days', 'settings', {}), 'days');
  assert.equal(unitOf('cart.convenience_fees.CARD.max', 'settings', {}), 'money');
  assert.equal(currencyAt('prices[1].marked', { prices: [{}, { currency_code: 'EUR' }] }), 'EUR');
  assert.equal(currencyAt('cart.cash_rounding.CHF.step', {}), 'CHF');
});

test('a field that only counts with another one is asked for with it', () => {
  const plans = { 'cart.emi_plans': [{ emi_type: 'standard' }, { emi_type: 'low_cost' }] };
  assert.equal(isAsked('cart.emi_plans[0].absorbed_bp', 'settings', plans), false);
  assert.equal(isAsked('cart.emi_plans[1].absorbed_bp', 'settings', plans), true);
  assert.equal(isAsked('url', 'custom_rule', { runs: 'module' }), false);
  assert.equal(isAsked('url', 'custom_rule', { runs: 'call' }), true);
  assert.equal(isAsked('images[0].url', 'product', {}), true);
});

test('a choice that nobody made shows the one that counts', () => {
  const type = members.find(({ form, path }) => form === 'product' && path === 'type')?.schema ?? {};
  assert.equal(usualChoice(type, 'type', worded('product')), 'product');
  assert.equal(usualChoice({ enum: ['a', 'b'] }, 'other', worded('')), undefined);
});

test('what closes at midnight closes at the end of its day, and hours after others begin where those end', () => {
  assert.deepEqual(['24:00', '09:30', undefined].map(shownTime), ['00:00', '09:30', '']);
  assert.deepEqual(['00:00', '19:00'].map(closesOf), ['24:00', '19:00']);
  assert.deepEqual(freshSpan([{ opens: '09:00', closes: '13:00' }]), { opens: '13:00', closes: '' });
});

test('a brand there is brings its number, and a new one does not keep the number of the one before', () => {
  const known = [{ uid: 7, name: 'Clay' }];
  assert.deepEqual(renamed({ uid: 9, name: 'Cl' }, 'Clay', known), { uid: 7, name: 'Clay' });
  assert.deepEqual(renamed({ uid: 7, name: 'Clay' }, 'Clays', known), { name: 'Clays' });
  assert.deepEqual(renamed({ uid: 9, name: 'Loa' }, 'Loam', known), { uid: 9, name: 'Loam' });
});

test('small entries stand in lines, larger ones under what tells them from others', () => {
  const itemsOf = (form: string, path: string): Schema =>
    members.find((member) => member.form === form && member.path === path)?.schema ?? {};
  assert.equal(isLine(itemsOf('product', 'sizes[0]')), true);
  assert.equal(isLine(itemsOf('product', 'category_hierarchy[0]')), false);
  assert.equal(isLine(itemsOf('settings', 'cart.emi_plans[0]')), false);
  assert.equal(entryName({ bank: { name: 'Loan Bank' }, tenure_months: 6 }, 'Plan 1'), 'Loan Bank, 6 months');
  const path = { l1: { name: 'Clothing' }, l2: { name: 'Men' }, l3: { name: 'Tees' } };
  assert.equal(entryName(path, 'Category 1'), 'Clothing › Men › Tees');
  assert.equal(entryName({}, 'Rate 1'), 'Rate 1');
});

test('an entry of a long list is found by what stands in it, not by what its fields are called', () => {
  const entry = { text: 'Bags & Accessories', words: { de: 'Taschen', hi: null }, days: 30 };
  for (const wanted of ['bags', 'TASCHEN', '30', '']) assert.equal(entrySays(entry, wanted), true, wanted);
  for (const wanted of ['words', 'null', 'shoes']) assert.equal(entrySays(entry, wanted), false, wanted);
});

test('a short name follows the name until somebody writes another one', () => {
  const typed = (before: Json, name: string): Json => followed(before, { ...before, name });
  assert.deepEqual(typed({ name: '', slug: '' }, 'Café Mug, large'), {
    name: 'Café Mug, large',
    slug: 'cafe-mug-large',
  });
  assert.deepEqual(typed({ name: 'Mug', slug: 'mug' }, 'Mugs'), { name: 'Mugs', slug: 'mugs' });
  assert.deepEqual(typed({ name: 'Mug', slug: 'my-mug' }, 'Mugs'), { name: 'Mugs', slug: 'my-mug' });
  assert.deepEqual(followed({ name: 'Mug', slug: 'mug' }, { name: 'Mug', slug: 'm' }), { name: 'Mug', slug: 'm' });
});

test('what few need is asked for apart, and nothing is lost by that', () => {
  const schema = (JSON.parse(JSON.stringify(consoleForms)) as Readonly<Record<string, Schema>>)['article'] ?? {};
  const parts = partsOf(schema, 'article').map(({ properties = {} }) => Object.keys(properties));
  assert.deepEqual(parts.flat().toSorted(), Object.keys(schema.properties ?? {}).toSorted());
  assert.ok(parts[1]?.includes('identifiers'));
  const [, few] = partsOf(schema, 'article');
  assert.equal(isSaidOf(few, { tags: [], meta: {}, gift_price: null, is_gift_visible: false }), false);
  assert.equal(isSaidOf(few, { tags: ['new'] }), true);
  assert.equal(isSaidOf(few, { floor_price: 5 }), true);
});

test('permissions are given thing by thing, and a pattern is written out when a part of it is taken away', () => {
  const known = ['company/orders/read', 'company/orders/write', 'company/price_rules/read', 'company/audit/read'];
  assert.deepEqual(
    permissionRows(known).map(({ name, read, write }) => [name, read !== undefined, write !== undefined]),
    [
      ['Audit', true, false],
      ['Offers', true, false],
      ['Orders', true, true],
    ],
  );
  assert.equal(isGranted(['company/orders'], 'company/orders/write'), true);
  assert.equal(isGranted(['company/*'], 'organization/clients/read'), false);
  assert.deepEqual(withGranted(['company/*'], 'company/orders/write', false, known), [
    'company/orders/read',
    'company/price_rules/read',
    'company/audit/read',
  ]);
  assert.deepEqual(withGranted(['company/orders'], 'company/orders/read', true, known), ['company/orders']);
});

const hints: readonly (readonly [string, string, string, string | undefined])[] = [
  ['Country', 'ISO 3166-1 alpha-2.', 'empty', 'Two letters such as DE.'],
  ['Time zone', 'IANA name, such as Asia/Kolkata.', 'empty', 'A name such as Asia/Kolkata.'],
  [
    'Pick-up',
    'Whether orders can be picked up here; false when left out.',
    'empty',
    'Whether orders can be picked up here.',
  ],
  [
    'Cut off',
    'Orders from then on count as the next day’s; none when left out.',
    'empty',
    'Orders from then on count as the next day’s; none when empty.',
  ],
  ['At least', 'At least this.', 'empty', undefined],
  [
    'Paying on delivery',
    'What it costs; null: it is not possible.',
    'without the tick',
    'What it costs; without the tick: it is not possible.',
  ],
  ['Runs', 'call: url is called. module: it runs here.', 'empty', '“Call”: url is called. “Module”: it runs here.'],
  ['Each', 'Added for every begun `pack` beyond `from`.', 'empty', 'Added for every begun “Pack” beyond “From”.'],
];
for (const [label, description, without, wanted] of hints) {
  test(`“${description}” is told as ${wanted ?? 'nothing'}`, () => {
    assert.equal(hintOf(description, label, without), wanted);
  });
}

test('a share is asked for in per cent, and so are its bounds', () => {
  const shares = members.filter(({ path }) => isHundredths(path));
  assert.ok(shares.length > 5, String(shares.length));
  for (const { form, path } of shares) assert.equal(unitOf(path, form, {}), '%', path);
  const schema: Schema = { type: 'object', properties: { cap_bp: { type: 'integer', minimum: 50, maximum: 10_000 } } };
  const said = (value: number): string | undefined => problemsOf(schema, { cap_bp: value })[0]?.message;
  assert.deepEqual([20, 10_001, 99.5, 1805].map(said), [
    'At least 0.5.',
    'At most 100.',
    'At most two decimals.',
    undefined,
  ]);
});

test('what somebody may do is told by what he can change and what he can only see, in the words of the console', () => {
  assert.equal(grantedWords(['company/orders/read', '*']), 'Everything');
  assert.equal(
    grantedWords(['app/*', 'company/*', 'organization/clients/read', 'organization/operators/read']),
    'Everything of the shop and of the company. Can see: people and roles · programs that connect',
  );
  assert.equal(
    grantedWords(['company/orders/*', 'company/price_rules/read', 'company/products', 'app/customers/write']),
    'Can change: customers · orders · products, prices and stock. Can see: offers',
  );
});

test('who did what to what is told by names, and can be asked for as it is told', () => {
  const known = new Map([['service:c1', 'Till']]);
  assert.deepEqual(
    ['service:c1', 'service:c2', 'system', 'anonymous'].map((actor) => actorName(actor, known)),
    ['Till', 'service:c2', 'Cartwright', 'Guest'],
  );
  assert.deepEqual(
    ['webhook_subscriber.add', 'operator.sign_in', 'oss_sales.change', 'moon.eclipse'].map(actionWords),
    ['Webhook added', 'Person signed in', 'Sales in the EU changed', 'Moon: eclipse'],
  );
  const asked = ['Order CW1', 'Webhook 7', 'OAuth client a1', 'Price adjustment 9', 'order/CW1', 'CW1'];
  assert.deepEqual(asked.map(subjectAsked), [
    'order/CW1',
    'webhook_subscriber/7',
    'client/a1',
    'price_adjustment/9',
    'order/CW1',
    'CW1',
  ]);
});

test('what the audit names by a path is told by its own name, and leads to its page', () => {
  const told = (path: string) => {
    const { name, id, room } = subjectOf(path);
    return [name, id, room];
  };
  assert.deepEqual(told('order/CW1'), ['Order', 'CW1', '/orders']);
  assert.deepEqual(told('application/5f/customer/asha'), ['Customer', 'asha', '/customers']);
  assert.deepEqual(told('company/1/lanes/101/400*'), ['Lane', '101/400*', undefined]);
  assert.deepEqual(told('company/1/tax-rates'), ['Tax rate', '', undefined]);
  assert.deepEqual(told('application/5f'), ['Shop', '5f', undefined]);
  assert.deepEqual(told('oss_sales/1/2026/INR').slice(0, 2), ['Sales in the EU', '2026 INR']);
  assert.deepEqual([true, null, 'Till', 5, ['a', 'b'], []].map(valueWords), ['Yes', '–', 'Till', '5', 'a, b', '–']);
});

test('the day in progress is drawn once it has come as far as the day before', () => {
  assert.deepEqual(drawnUpTo([5, 4, 3], true), [5, 4, null]);
  assert.deepEqual(drawnUpTo([5, 3, 4], true), [5, 3, 4]);
  assert.deepEqual(drawnUpTo([5, 4, 3], false), [5, 4, 3]);
  assert.deepEqual(drawnUpTo([0, 0, 0], true), [0, 0, 0]);
  assert.deepEqual([drawnUpTo([3], true), drawnUpTo([], true)], [[3], []]);
});

test('who has at most no orders has none yet', () => {
  assert.equal(conditionWords({ orders: { max: 0 } }), 'No orders yet');
  assert.equal(conditionWords({ spent: { min: 5 }, orders: { min: 1 } }), 'Spent: at least 5; orders: at least 1');
});

test('offers that are to begin or end in the weeks that are shown stand first, those that run on apart', () => {
  const always = { name: 'always', start: -9, end: 400 };
  const ends = { name: 'ends', start: -9, end: 3.5 };
  const begins = { name: 'begins', start: 2.25, end: undefined };
  const open = { name: 'open', start: undefined, end: undefined };
  const over = { name: 'over', start: -9, end: -1 };
  const begun = { name: 'begun', start: 1, end: 400 };
  const all = [always, open, ends, over, begins, begun];
  const shown = { length: 42, now: 1.5 };
  const names = (offers: readonly { readonly name: string }[]): readonly string[] => offers.map(({ name }) => name);
  assert.deepEqual(names(soonestFirst(all, shown)), ['begins', 'ends']);
  assert.deepEqual(names(all.filter((one) => runsOn(one, shown))), ['always', 'open', 'begun']);
  assert.deepEqual(spanOf(ends, 42), { from: 0, days: 3.5 });
  assert.deepEqual(spanOf(begins, 42), { from: 2.25, days: 39.75 });
});
