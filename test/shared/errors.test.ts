import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { errorTable } from '../../src/shared/error-table.ts';
import { Refusal } from '../../src/shared/errors.ts';
import { unreachable } from '../../src/shared/unreachable.ts';

describe('refusals', () => {
  test('every code is in snake case, with a status of failure and a sentence of its own', () => {
    const rows = Object.entries(errorTable);
    assert.ok(rows.length > 50);
    for (const [code, { status, message }] of rows) {
      assert.match(code, /^[a-z]+(_[a-z]+)*$/);
      assert.ok(status >= 400 && status < 600, code);
      assert.ok(message.split(' ').length >= 3, code);
    }
  });

  test('a refusal has the status and the sentence of its code', () => {
    const refusal = new Refusal('cart_empty');
    assert.deepEqual(
      [refusal.name, refusal.code, refusal.status, refusal.message, refusal.options],
      ['Refusal', 'cart_empty', 400, errorTable.cart_empty.message, {}],
    );
    assert.equal(refusal.cause, undefined);
  });

  test('it may say it in other words, and keeps what caused it', () => {
    const cause = new Error('below');
    const refusal = new Refusal('cart_empty', { message: 'Nothing to order.', cause, details: [] });
    assert.deepEqual([refusal.message, refusal.status, refusal.cause], ['Nothing to order.', 400, cause]);
    assert.deepEqual(refusal.options.details, []);
  });

  test('a case that no switch names is a fault that names it', () => {
    assert.throws(() => unreachable({ kind: 'unheard of' } as never), /not a case: {"kind":"unheard of"}/);
  });
});
