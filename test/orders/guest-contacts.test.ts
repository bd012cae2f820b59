/** One person’s contact is one, however it is spelt; the letter about an order goes where he wrote. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactsIn, emailOf } from '../../src/orders/guest-contact-rules.ts';

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
});

test('an e-mail address is the same with a mark, and a letter keeps it', () => {
  const spelt = ['Esha+Shop@Example.com', ' esha@example.com', 'esha+a+b@example.com', 'ｅｓｈａ@example.com'];
  for (const email of spelt) assert.ok(isFound({ email }, 'esha@example.com'), email);
  assert.ok(isFound({ email: '+esha@example.com' }, '+esha@example.com'), 'nothing is left without it');
  const customer = { email: 'esha+shop@example.com' };
  assert.equal(emailOf({ delivery: null, billing: null }, customer), 'esha+shop@example.com');
});
