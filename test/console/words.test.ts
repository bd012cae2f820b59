/** The console's words: what answers name by codes is told to people by names, and what is written for programs in the words of a form. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleForms } from '../../src/console/console-forms.ts';
import { hintOf } from '../../web/console/forms/hints.ts';
import { isHundredths, labelOf } from '../../web/console/forms/labels.ts';
import { problemsOf } from '../../web/console/forms/problem-rules.ts';
import type { Schema } from '../../web/console/forms/schema-rules.ts';
import { conditionWords } from '../../web/console/pages/customers/segment-words.ts';
import { soonestFirst, spanOf } from '../../web/console/pages/offers/calendar-rules.ts';
import { actionWords, actorName, grantedWords, subjectAsked } from '../../web/console/parts/names.ts';

type Member = { readonly path: string; readonly schema: Schema };
/** Every member of a form, whatever it stands in. */
const membersOf = (schema: Schema, path: string): readonly Member[] => [
  ...(path === '' ? [] : [{ path, schema }]),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    membersOf(member, path === '' ? name : `${path}.${name}`),
  ),
  ...(schema.items === undefined ? [] : membersOf(schema.items, `${path}[0]`)),
];
const members = Object.values(JSON.parse(JSON.stringify(consoleForms)) as Readonly<Record<string, Schema>>).flatMap(
  (form) => membersOf(form, ''),
);

test('no hint of a form speaks to programs, or says what its label says', () => {
  assert.ok(members.length > 200, String(members.length));
  for (const { path, schema } of members) {
    const hint = hintOf(schema.description, labelOf(path)) ?? '';
    assert.doesNotMatch(hint, /\bnull\b|\bISO \d|\bIANA\b|when left out|left out[:,]|[a-z]_[a-z]|`|^[a-z]/, path);
    assert.notEqual(hint.replace(/\.$/, '').toLowerCase(), labelOf(path).toLowerCase());
  }
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
  ['Each', 'Added for every begun `step` beyond `from`.', 'empty', 'Added for every begun “Step” beyond “From”.'],
];
for (const [label, description, without, wanted] of hints) {
  test(`“${description}” is told as ${wanted ?? 'nothing'}`, () => {
    assert.equal(hintOf(description, label, without), wanted);
  });
}

test('a share is asked for in per cent, and so are its bounds', () => {
  const shares = members.filter(({ path }) => isHundredths(path));
  assert.ok(shares.length > 5, String(shares.length));
  for (const { path } of shares) assert.match(labelOf(path), /per cent$/);
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
    'Everything of the shop and of the company. Can see people and programs',
  );
  assert.equal(
    grantedWords(['company/orders/*', 'company/price_rules/read', 'company/products', 'app/customers/write']),
    'Can change customers, orders and products. Can see offers',
  );
});

test('who did what to what is told by names, and can be asked for as it is told', () => {
  const known = new Map([['service:c1', 'Till']]);
  assert.deepEqual(
    ['service:c1', 'service:c2', 'system', 'anonymous'].map((actor) => actorName(actor, known)),
    ['Till', 'service:c2', 'Cartwright', 'Guest'],
  );
  assert.equal(actionWords('webhook_subscriber.add'), 'Webhook subscriber: add');
  assert.equal(actionWords('operator.sign_in'), 'Operator: sign in');
  assert.equal(actionWords('oss_sales.change'), 'OSS sales: change');
  assert.deepEqual(['Order CW1', 'Webhook subscriber 7', 'order/CW1', 'CW1'].map(subjectAsked), [
    'order/CW1',
    'webhook_subscriber/7',
    'order/CW1',
    'CW1',
  ]);
});

test('who has at most no orders has none yet', () => {
  assert.equal(conditionWords({ orders: { max: 0 } }), 'No orders yet');
  assert.equal(conditionWords({ spent: { min: 5 }, orders: { min: 1 } }), 'Spent: at least 5; orders: at least 1');
});

test('offers that begin or end within the weeks that are shown stand before those that run all the time', () => {
  const DAY = 86_400_000;
  const always = { name: 'always', start: -9 * DAY, end: 400 * DAY };
  const ends = { name: 'ends', start: -9 * DAY, end: 3 * DAY };
  const begins = { name: 'begins', start: 2 * DAY, end: undefined };
  const open = { name: 'open', start: undefined, end: undefined };
  const sorted = soonestFirst([always, open, ends, begins], 0, 42);
  assert.deepEqual(
    sorted.map(({ name }) => name),
    ['begins', 'ends', 'always', 'open'],
  );
  assert.deepEqual(spanOf(ends, 0, 42), { from: 0, days: 3 });
});
