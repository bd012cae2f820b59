/** Somebody is found by all that he said of himself, and nobody else with him. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Contact } from '../../../src/privacy/contact-rules.ts';
import { searched } from './searched.ts';

const namesContact = (document: unknown, contact: Contact): boolean => searched(contact)(document).isFound;

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
  const spelt = [phone, '+91 98200-11223', '09820011223', '0091 9820011223', '९८२००११२२३'];
  const places = (value: unknown): readonly object[] => [
    { meta: { pickUpCustomer: { name: 'A', phone: value } } },
    { meta: { comment: value } },
    { lines: [{ asked: { customJson: { ring: [value] } } }] },
    { lines: [{ wrap: value }] },
    { giftDetails: { a_1: { message: value } } },
    { customer: { number: value } },
    { payment: { mode: 'WALLET', identifier: value } },
    { before: { meta: { custom: { deep: { whatsapp: value } } } } },
  ];
  for (const document of spelt.flatMap(places)) {
    assert.ok(namesContact(document, { phone, country: 'IN' }), JSON.stringify(document));
  }
  const others = [`1${phone}`, 209820011223, '2026-11-19', 'no 98200 11223', phone.slice(1)];
  for (const document of others.flatMap((value) => places(value).slice(1, -1))) {
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

/** In a field of an address, and alone in what a storefront keeps for him. */
const placesOf = (phone: string): readonly object[] => [
  { delivery: { fields: { phone } } },
  { lines: [{ asked: { customJson: { whatsapp: phone } } }] },
  { meta: { custom: { ring: phone } } },
];

test('a number is one in every spelling that means it, in a field and alone', () => {
  const spelt: Readonly<Record<string, readonly string[]>> = {
    IN: [
      '\u202A+91 98200 33445\u202C',
      '98200‑33445',
      'tel:+919820033445',
      'Ph. 98200 33445',
      '9820-03-3445',
      '+91 (0) 98200 33445',
      '98200/33445',
      '９８２００３３４４５',
      '919820033445',
      '00919820033445',
      '0 98200 33445',
      '9820033445 ext 12',
      '9820033445,',
      '98200334451',
    ],
    SE: ['+46 (0)70 123 45 67', '070-123 45 67', '0046701234567'],
    FR: ['06 12 34 56 78', '+33 6 12 34 56 78'],
    BR: ['(11) 98765-4321', '+55 11 98765-4321', '5511987654321'],
    RU: ['8 (912) 345-67-89', '+7 912 345 67 89'],
    DE: ['+49 (0)761 234567', '0761 234567'],
  };
  const sought = {
    IN: '9820033445',
    SE: '+46 70 123 45 67',
    FR: '+33612345678',
    BR: '11987654321',
    RU: '9123456789',
    DE: '+49 761 234567',
  };
  for (const [country, phone] of Object.entries(sought)) {
    for (const document of (spelt[country] ?? []).flatMap(placesOf)) {
      assert.ok(namesContact(document, { phone, country }), `${country}: ${JSON.stringify(document)}`);
    }
  }
});

test('a number that is near his is another person’s', () => {
  const near: readonly (readonly [country: string, his: string, other: string])[] = [
    ['IN', '919820033445', '9198200334'],
    ['IN', '9198200334', '919820033445'],
    ['IN', '9198200334', '91 98200 33499'],
    ['IN', '+91 98200 33445', '+33 98200 33445'],
    ['BR', '+55 11 98765-4321', '+55 21 98765-4321'],
    ['BR', '11987654321', '21987654321'],
    ['DE', '0176 12345678', '0761 2345678'],
    ['US', '+1 212 555 0100', '+1 312 555 0100'],
  ];
  for (const [country, phone, other] of near) {
    for (const document of placesOf(other)) {
      assert.equal(namesContact(document, { phone, country }), false, `${phone}: ${JSON.stringify(document)}`);
    }
  }
});

test('numbers of things, places and times are nobody’s, though they stand where somebody speaks', () => {
  const others: readonly (readonly [phone: string, document: object])[] = [
    ['2125550100', { fields: { cart_id: '2125550100', uid: 2125550100, user_id: '2125550100' } }],
    ['94105123', { fields: { pincode: 94105123, area_code: '94105123' } }],
    ['41111111', { payment: { iin: '41111111', merchantCode: '41111111' } }],
    ['7287765591', { fields: { google_map_point: { lng: '72.87765591' }, latitude: '72.87765591' } }],
    ['7287765591', { fields: { geo_location: { longitude: 72.87765591 }, somewhere: '72.87765591' } }],
    ['7635000033', { lines: [{ asked: { customJson: { price: 76350000.33, was: '76350000.33' } } }] }],
    ['1763500000', { lines: [{ asked: { customJson: { added_at: 1763500000, seen: 1763500000 } } }] }],
    ['20261119', { meta: { custom: { wanted: '2026-11-19', addedOn: '20261119' } } }],
    ['9820033445', { meta: { comment: 'Ring 98200 33445 when you come' } }],
  ];
  for (const [phone, document] of others) {
    for (const country of ['IN', 'US'])
      assert.equal(namesContact(document, { phone, country }), false, JSON.stringify(document));
  }
});

test('a mailbox is his in a field for one, or alone; who writes about him is another', () => {
  const email = 'dara@example.com';
  const his = [
    { fields: { email: 'x@y.example; Dara <dara@example.com>' } },
    { meta: { custom: { contact: 'dara＠example.com' } } },
    { meta: { custom: { contact: 'Dara <Dara@Example.com>' } } },
    { meta: { custom: { contact: 'mailto:dara+shop@example.com' } } },
    { customer: { workMail: 'dara@example.com, or the office' } },
  ];
  for (const document of his) assert.ok(namesContact(document, { email }), JSON.stringify(document));
  const others = [
    'A surprise for dara@example.com, do not ring',
    'dara@example.com or eve@example.com',
    'dara@example.co',
  ];
  for (const comment of others) assert.equal(namesContact({ meta: { comment } }, { email }), false, comment);
});

test('a number is of the country whose code stands beside it, or where it is to go, however it is sought', () => {
  const phone = '(415) 555-2671';
  const beside: readonly object[] = [
    { fields: { phone, country_phone_code: '+1' } },
    { meta: { alternatePickup: { phone, country_phone_code: '1' } } },
    { customer: { phone_numbers: [{ phone, country_code: 1 }] } },
    { meta: { custom: { call: { dialCode: '001', number: phone } } } },
    { country: 'US', fields: { phone } },
    { delivery: { country: 'US', fields: {} }, customer: { mobile: phone } },
  ];
  for (const document of beside) {
    for (const sought of ['+1 415 555 2671', '001 415 555 2671', '14155552671', '415-555-2671']) {
      assert.ok(namesContact(document, { phone: sought, country: 'IN' }), `${sought}: ${JSON.stringify(document)}`);
    }
    assert.equal(namesContact(document, { phone: '+44 415 555 2671', country: 'IN' }), false);
  }
  const twice = { fields: { phone: '14155552671', country_phone_code: '+1' } };
  assert.ok(namesContact(twice, { phone: '+1 415 555 2671', country: 'IN' }), 'the code is in the number as well');
  const proved = { fields: { phone: '98200 11223', phone_verification_code: '4490' } };
  assert.ok(namesContact(proved, { phone: '+91 98200 11223', country: 'IN' }), 'a code of something else');
  const abroad = { fields: { phone: '98200 11223', country_phone_code: '+1' } };
  assert.equal(namesContact(abroad, { phone: '+91 98200 11223', country: 'IN' }), false, 'of another country');
});

test('what somebody said is found in a list of names and values, and a mailbox whatever it stands for', () => {
  const contact = { phone: '9820033445', email: 'dara@example.com', country: 'IN' };
  const documents: readonly object[] = [
    { meta: { custom: { answers: [{ name: 'whom to ring', value: '+91 98200 33445' }] } } },
    { meta: { custom: { answers: [{ name: 'contact', value: 'Dara@example.com' }] } } },
    { lines: [{ customJson: { member_id: 'dara@example.com' } }] },
    { customer: { phone_or_email: 'dara@example.com' } },
    { customer: { email_or_mobile: '09820033445' } },
  ];
  for (const document of documents) assert.ok(namesContact(document, contact), JSON.stringify(document));
});

test('a cart full of numbers and mailboxes is looked through one text at a time', () => {
  const texts = Array.from({ length: 1000 }, (_, at) => [String(9_000_000_000 + at), `a${at}@shop.example`]).flat();
  const document = { lines: [{ asked: { meta: { numbers: texts, nested: { phone: texts }, empty: [{}, []] } } }] };
  const { isFound, work } = searched({ phone: '9820011223', email: 'who@shop.example' })(document);
  assert.equal(isFound, false);
  assert.ok(work.length >= 2 * texts.length, `${work.length} pieces`);
  assert.ok(Math.max(...work) < 100, 'and each piece is small');
  assert.ok(work.reduce((sum, piece) => sum + piece) > 2 * texts.join('').length);
});

test('numbers beside a thousand codes of countries are read by a few of them, each code looked at by itself', () => {
  const withCodes = (codes: readonly (number | string)[]): object => ({
    ...Object.fromEntries(codes.map((code, at) => [`country_code_${at}`, code])),
    numbers: Array.from({ length: 1000 }, (_, at) => String(4_155_550_000 + at)),
  });
  const search = searched({ phone: '+1 415 555 0999', country: 'IN' });
  const few = { meta: { custom: withCodes([44, 49, 33, 1]) } };
  assert.ok(search(few).isFound, 'of any of a few');
  const countries = [20, 27, 30, 31, 32, 33, 34, 36, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49];
  const endless = Array.from({ length: 1000 }, (_, at) => countries[at % countries.length] ?? 0);
  const nested = { meta: { custom: { ...withCodes(endless), deeper: withCodes(endless) } } };
  const { isFound, work } = search(nested);
  assert.equal(isFound, false);
  assert.ok(work.length > 6 * 1000 && Math.max(...work) < 150, `${work.length} pieces, of ${Math.max(...work)}`);
  assert.equal(search({ meta: { phone_code: '1'.repeat(16_000), phone: '4155550999' } }).isFound, false, 'no code');
});
