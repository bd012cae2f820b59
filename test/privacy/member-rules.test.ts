import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Contact, contactFinder } from '../../src/privacy/contact-rules.ts';
import { renamed, says, withoutPerson } from '../../src/privacy/member-rules.ts';

const namesContact = (document: unknown, contact: Contact): boolean => contactFinder(contact)(document);

const renaming = { ids: new Set(['7', 'asha']), pseudonym: 'erased-1' };

describe('a document', () => {
  test('loses what stands at the paths, and nothing else', () => {
    const document = { a: { note: 'x', n: 1 }, lines: [{ meta: { x: 1 }, id: 'l' }, { id: 'm' }], none: null };
    const members = {
      'a.note': { value: '' },
      'lines.*.meta': { value: {} },
      'none.deep': { value: 1 },
      'not.there': { value: 1 },
    };
    assert.deepEqual(withoutPerson(document, members, 'all', renaming), {
      a: { note: '', n: 1 },
      lines: [{ meta: {}, id: 'l' }, { id: 'm' }],
      none: null,
    });
    assert.deepEqual(withoutPerson(document, members, 'names', renaming), document);
  });

  test('keeps what it says elsewhere that it needs', () => {
    const members = { number: { value: null, unless: { path: 'lines.*.tax', is: 'free' } } };
    const left = (tax: string) =>
      withoutPerson({ number: 'DE1', lines: [{ tax: 'paid' }, { tax }] }, members, 'all', renaming);
    assert.deepEqual(
      [left('paid'), left('free')].map((one) => (one as { number: unknown }).number),
      [null, 'DE1'],
    );
  });

  test('names another where it named the person, alone, in a list or behind words, at any depth', () => {
    const document = { owner: '7', deep: [{ user_id: ['asha', 'bela'] }], holder: 'user:7', quantity: '7' };
    const members = { '**.user_id': { shopper: '' }, owner: { shopper: '' }, holder: { shopper: 'user:' } };
    assert.deepEqual(withoutPerson(document, members, 'names', renaming), {
      owner: 'erased-1',
      deep: [{ user_id: ['erased-1', 'bela'] }],
      holder: 'user:erased-1',
      quantity: '7',
    });
  });

  test('keeps a member that is called like one of every object', () => {
    const document = JSON.parse('{"__proto__":{"user_id":"7"},"constructor":"7"}') as unknown;
    const members = { '**.user_id': { shopper: '' } };
    assert.equal(
      JSON.stringify(withoutPerson(document, members, 'names', renaming)),
      '{"__proto__":{"user_id":"erased-1"},"constructor":"7"}',
    );
  });

  test('is about somebody whose cart it names', () => {
    const document = { before: null, after: { cart_id: 12 } };
    assert.equal(says(document, ['**.cart_id'], new Set(['12'])), true);
    assert.equal(says(document, ['**.cart_id'], new Set(['13'])), false);
  });
});

test('a name is changed only where the whole of it is the person', () => {
  assert.equal(renamed('application/a/customer/7', 'customer/', renaming), 'application/a/customer/erased-1');
  assert.equal(renamed('cart/7', 'customer/', renaming), undefined);
  assert.equal(renamed('customer/77', 'customer/', renaming), undefined);
  assert.equal(renamed('77', '', renaming), undefined);
});

const said = (fields: object): object => ({ delivery: { fields } });

test('somebody is known by a number with or without the code of his country, and by his mail in any case', () => {
  const document = said({ name: 'A', phone: '+91 (98200) 11-223', email: 'Maya@Example.com' });
  assert.equal(namesContact(document, { phone: '9820011223' }), true);
  assert.equal(namesContact(said({ phone: 9820011223 }), { phone: '+919820011223' }), true);
  assert.equal(namesContact(document, { email: 'maya@example.com' }), true);
  assert.equal(namesContact(document, { phone: '11223' }), false, 'too short to be one person’s');
  assert.equal(namesContact(document, { phone: '9820011224', email: 'ma@example.com' }), false);
});

test('somebody is known by whatever checkout takes for the same phone and the same mailbox', () => {
  const sought = { phone: '9893153906', email: 'who@shop.example', country: 'IN' };
  const spelt = [
    { phone: '9893153906 ext 12' },
    { alternate_phone: '0091 98931 53906' },
    { mobile: '98931539061' },
    { mobile_no: 9893153906 },
    { phone: '९८९३१५३९०६' },
    { email: '"Who" <who@shop.example>' },
    { email: 'x+1@y.example, who@shop.example' },
    { email: 'Who+shop@Shop.example' },
  ];
  for (const fields of spelt) {
    assert.ok(namesContact(said(fields), sought), JSON.stringify(fields));
    const [[, value = ''] = []] = Object.entries(fields);
    const { country } = sought;
    assert.ok(
      namesContact(said({ phone: '9893153906', email: 'who@shop.example' }), {
        ...('email' in fields ? { email: String(value) } : { phone: String(value) }),
        country,
      }),
      `sought by ${value}`,
    );
  }
  assert.equal(namesContact(said({ phone: '9893153907 ext 6', email: 'whom@shop.example' }), sought), false);
});

test('somebody is known by what he said alone in a member of his own, by its whole number', () => {
  const phone = '9820011223';
  const spelt = [phone, 9820011223, '+91 98200-11223', '09820011223', '0091 9820011223', '९८२००११२२३'];
  const places = (value: unknown): readonly object[] => [
    { meta: { pickUpCustomer: { name: 'A', phone: value } } },
    { meta: { comment: value } },
    { lines: [{ asked: { customJson: { ring: [value] } } }] },
    { lines: [{ wrap: value }] },
    { giftDetails: { a_1: { message: value } } },
    { customer: { number: value } },
    { before: { meta: { custom: { deep: { whatsapp: value } } } } },
  ];
  for (const document of spelt.flatMap(places)) {
    assert.ok(namesContact(document, { phone, country: 'IN' }), JSON.stringify(document));
  }
  const others = [`1${phone}`, `${phone}0`, 209820011223, '2026-11-19', 'no 98200 11223', phone.slice(1)];
  for (const document of others.flatMap((value) => places(value).slice(1))) {
    assert.equal(namesContact(document, { phone, country: 'IN' }), false, JSON.stringify(document));
  }
  for (const document of [
    { total: 9820011223 },
    { lines: [{ itemId: phone }] },
    { id: phone, createdAt: 1209820011223 },
  ]) {
    assert.equal(namesContact(document, { phone, country: 'IN' }), false, 'a number of the shop is nobody’s');
  }
});
