/** The pure rules of carts: tax numbers, equal lines, quantities, turns. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assert as holds, integer, nat, option, property, record } from 'fast-check';
import { moqProblem } from '../../src/cart/lines/availability-rules.ts';
import { changeMeta } from '../../src/cart/operations/meta-rules.ts';
import { gstinCheckCharacter, gstinOf, panOf } from '../../src/cart/operations/tax-id-rules.ts';
import { emptyDocument } from '../../src/cart/store/cart-document.ts';
import { lineKey, mostUnits } from '../../src/cart/store/line-rules.ts';
import type { Article } from '../../src/catalog/article.ts';
import { turns } from '../../src/http/limits/in-turn.ts';
import type { Refusal } from '../../src/shared/errors.ts';
import { askedFor } from './response/carts.ts';

describe('a GSTIN', () => {
  test('is good when its check character is', () => {
    assert.equal(gstinOf(' 27aapfu0939f1zv '), '27AAPFU0939F1ZV');
    assert.equal(gstinCheckCharacter('27AAPFU0939F1Z'), 'V');
    for (const bad of ['27AAPFU0939F1ZX', '27AAPFU0939F1Z', '00AAPFU0939F1ZV', '27AAPFU0939F1YV', '']) {
      assert.equal(gstinOf(bad), undefined, bad);
    }
  });

  test('with two neighbouring characters exchanged is almost never good', () => {
    assert.equal(gstinOf('72AAPFU0939F1ZV'), undefined);
    assert.equal(gstinOf('27AAPFU9039F1ZV'), undefined);
  });

  test('and a PAN have one spelling', () => {
    assert.equal(panOf('abcde1234f'), 'ABCDE1234F');
    assert.equal(panOf('ABCD1234F'), undefined);
  });
});

describe('data on a cart', () => {
  test('are taken whole or not at all', () => {
    const refused = changeMeta(emptyDocument, { comment: 'fine', gstin: 'bad' });
    assert.deepEqual(refused, { problems: { gstin: ['Invalid gstin number'] } });
  });

  test('wrapping is put over what is there, and its message stays', () => {
    const once = changeMeta(emptyDocument, { gift_details: { a: { is_gift_applied: true, gift_message: 'Hi' } } });
    assert.ok('document' in once);
    const twice = changeMeta(once.document, { gift_details: { a: { is_gift_applied: false } } });
    assert.ok('document' in twice);
    assert.deepEqual(twice.document.giftDetails, { a: { applied: false, message: 'Hi' } });
  });
});

describe('lines', () => {
  test('are the same whatever the order of keys in their data', () => {
    const one = askedFor(1, { meta: { a: 1, b: { c: 2, d: 3 } } });
    const two = askedFor(1, { meta: { b: { d: 3, c: 2 }, a: 1 } });
    assert.equal(lineKey(one, null), lineKey(two, null));
    assert.notEqual(lineKey(one, null), lineKey(one, 'parent'));
    assert.equal(lineKey(one, null), lineKey({ ...one, display: 'x', extraMeta: { y: 1 } }, null));
  });
});

describe('the most units that can be had', () => {
  test('is never more than asked or in stock, can be ordered, and is the greatest such number', () => {
    const some = option(integer({ min: 1, max: 12 }), { nil: null });
    const moqs = record({ minimum: some, maximum: some, increment: some });
    holds(
      property(moqs, nat(30), integer({ min: 1, max: 40 }), nat(6), (moq, stock, asked, taken) => {
        const article = { moq, customOrder: null, quantity: stock } as Article;
        const can = (units: number): boolean => units + taken <= stock && moqProblem(article, units, taken) === null;
        const best = Array.from({ length: asked }, (_, at) => asked - at).find(can) ?? 0;
        assert.equal(mostUnits(article, asked, taken), best);
      }),
    );
  });
});

describe('turns', () => {
  const LONG = { waitMs: 600_000, mostWaiting: 10 };
  /** Work that ends when the test says so. */
  const held = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    return { work: () => promise, end: resolve };
  };
  const isRefused = { code: 'overloaded', options: { headers: { 'retry-after': '1' } } };
  const refused = (error: unknown): boolean => {
    assert.equal((error as Refusal).code, isRefused.code);
    assert.deepEqual((error as Refusal).options.headers, isRefused.options.headers);
    return true;
  };

  test('let one at a time work on a key, also after one failed, and others beside it', async () => {
    const inTurn = turns(LONG);
    const seen: string[] = [];
    const work =
      (name: string, fails = false) =>
      async (): Promise<void> => {
        seen.push(`${name} begins`);
        await new Promise((done) => setImmediate(done));
        seen.push(`${name} ends`);
        if (fails) throw new Error(name);
      };
    const all = await Promise.allSettled([
      inTurn('a', work('1', true)),
      inTurn('a', work('2')),
      inTurn('b', work('3')),
      inTurn('a', work('4')),
    ]);
    assert.deepEqual(
      all.map(({ status }) => status),
      ['rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
    );
    assert.ok(seen.indexOf('1 ends') < seen.indexOf('2 begins'));
    assert.ok(seen.indexOf('2 ends') < seen.indexOf('4 begins'));
    assert.ok(seen.indexOf('3 begins') < seen.indexOf('1 ends'));
  });

  test('refuse who waited too long before he began, and the next is served', async () => {
    const inTurn = turns({ waitMs: 20, mostWaiting: 10 });
    const first = held();
    const working = inTurn('a', first.work);
    await assert.rejects(
      inTurn('a', () => assert.fail('begun')),
      refused,
    );
    first.end();
    await working;
    assert.equal(await inTurn('a', async () => 'served'), 'served');
  });

  test('refuse at once who finds too many waiting', async () => {
    const inTurn = turns({ ...LONG, mostWaiting: 2 });
    const first = held();
    const all = [inTurn('a', first.work), inTurn('a', async () => {}), inTurn('a', async () => {})];
    await assert.rejects(
      inTurn('a', () => assert.fail('begun')),
      refused,
    );
    await inTurn('b', async () => {});
    first.end();
    await Promise.all(all);
  });

  test('are not given to who went away while he waited', async () => {
    const inTurn = turns(LONG);
    const first = held();
    let isGone = false;
    const working = inTurn('a', first.work);
    const gone = inTurn(
      'a',
      () => assert.fail('begun'),
      () => isGone,
    );
    const last = inTurn(
      'a',
      async () => 'served',
      () => false,
    );
    isGone = true;
    first.end();
    await assert.rejects(gone, refused);
    assert.equal(await last, 'served');
    await working;
  });
});
