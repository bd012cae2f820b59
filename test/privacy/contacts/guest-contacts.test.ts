/** One person’s contact is one, however it is spelt; the letter about an order goes where he wrote. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactsIn, emailOf } from '../../../src/privacy/contacts/guest-contact-rules.ts';

const isFound = (fields: Readonly<Record<string, string | number>>, value: string): boolean =>
  contactsIn([fields]).some((one) => one.value === value);

test('a phone number is the same in every spelling', () => {
  const spelt = [
    9_820_011_223,
    '0091-98200 11223',
    '(98200) 11223',
    'Tel: 9820011223',
    '9820011223x1',
    '9820011223#12',
    '9820011223, 12',
    '98200a11223',
    '9820011223-1',
    '9820011223/2',
    '9820011223 123',
    '+91 98200 11223-12',
    '0091 9820011223.0',
    '९८२००११२२३',
    '٩٨٢٠٠١١٢٢٣',
    '９８２００１１２２３',
    '𝟵𝟴𝟮𝟬𝟬𝟭𝟭𝟮𝟮𝟯',
  ];
  for (const phone of spelt) assert.ok(isFound({ phone }, '9820011223'), String(phone));
  for (const name of ['alternate_phone', 'mobile', 'mobile_no']) {
    assert.ok(isFound({ [name]: '9820011223' }, '9820011223'), name);
  }
  assert.deepEqual(contactsIn([{ phone: '12' }, { phone: 'none' }]), []);
  for (const phone of ['+33 6 12 34 56 78', '0033 6 12 34 56 78', '8 (912) 345-67-89', '+880 1712 345 678']) {
    assert.equal(contactsIn([{ phone }]).length, 1, `${phone} is one number, and no part of it is another's`);
  }
});

test('digits behind a number, and what stands before it, make no other number in the shop’s country', () => {
  const numbers = (phone: string, country: string) => contactsIn([{ phone }], country).map(({ value }) => value);
  const spelt = [
    '98200112230',
    '982001122312',
    '9820011223123',
    '98200 112237',
    '098200112231',
    '+91 98200112239',
    '+91982001122377',
    '00919820011223555',
    '91982001122300',
  ];
  for (const phone of [...spelt, '9820011223', '+919820011223', '09820011223', '919820011223']) {
    assert.ok(numbers(phone, 'IN').includes('9820011223'), phone);
  }
  for (const phone of ['0612345678', '+33 6 12 34 56 78', '0033612345678', '+33 (0)6 12 34 56 78', '06123456789']) {
    assert.ok(numbers(phone, 'FR').includes('612345678'), phone);
  }
  assert.deepEqual(numbers('+33612345678', 'IN'), ['3612345678'], 'a number of another country is its own');
  assert.deepEqual(numbers('+4915123456789', 'DE'), ['5123456789'], 'numbers of many lengths are known by their end');
  assert.deepEqual(numbers('9820011223', 'IN'), ['9820011223'], 'one number is one');
});

test('an e-mail address is the same with a mark, and a letter keeps it', () => {
  const spelt = [
    'Esha+Shop@Example.com',
    ' esha@example.com',
    'esha+a+b@example.com',
    'ｅｓｈａ@example.com',
    'esha@example.com.',
    '"esha"@example.com',
    'esha(home)@example.com',
    'Esha Rao <esha@example.com>',
    'nobody@example.org, esha@example.com',
    'es\u200bha@exam\u00adple.com',
    'esha＠example.com',
  ];
  for (const email of spelt) assert.ok(isFound({ email }, 'esha@example.com'), email);
  for (const email of ['e.s.ha@gmail.com', 'Esha+x@googlemail.com', 'esha@gmail.com']) {
    assert.ok(isFound({ email }, 'esha@gmail.com'), email);
  }
  assert.ok(!isFound({ email: 'e.sha@example.com' }, 'esha@example.com'), 'elsewhere dots make another mailbox');
  assert.ok(isFound({ email: '+esha@example.com' }, '+esha@example.com'), 'nothing is left without it');
  const customer = { email: 'esha+shop@example.com' };
  assert.equal(emailOf({ delivery: null, billing: null }, customer), 'esha+shop@example.com');
});

test('a letter goes to the mailbox that it is counted for, however its address is written', () => {
  const sentTo = (email: string) => emailOf({ delivery: null, billing: null }, { email });
  const spelt = [
    'esha@example.com',
    '\u0001esha@example.com',
    'esha@example.com\u0002\u0003',
    'esha@example。com',
    'ＥＳＨＡ@example｡com',
    '<esha@example.com>',
    'esha@example.com\r\nBcc: other@example.org',
    'esha@example.com, other@example.org',
  ];
  for (const email of spelt) {
    assert.equal(sentTo(email), 'esha@example.com', JSON.stringify(email));
    assert.equal(contactsIn([{ email }])[0]?.value, 'esha@example.com', JSON.stringify(email));
  }
  assert.equal(sentTo('büro@bücher.example'), 'büro@xn--bcher-kva.example');
  for (const none of ['esha', '@example.com', 'esha@', 'to:esha@example.com;', 'esha@[127.0.0.1]']) {
    assert.equal(sentTo(none), undefined, none);
  }
});

test('a contact that is all marks, or has a host longer than any name, costs what its length does', () => {
  const marks = '\u0301\u0323'.repeat(8000);
  assert.deepEqual(contactsIn([{ phone: `98200${marks}11223` }]), contactsIn([{ phone: '98200\u030111223' }]));
  const value = contactsIn([{ email: `a${marks}@shop.test` }])[0]?.value ?? '';
  assert.ok(value.length <= 'a@shop.test'.length + 30, `${value.length} characters are kept`);
  const names = Array.from({ length: 4000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('');
  assert.ok(isFound({ email: `a@${names}` }, `a@${names}`), 'it is not spelt as a name');
  assert.ok(isFound({ email: 'a@bücher.test' }, 'a@xn--bcher-kva.test'));
});
