/** A shopper who is to be forgotten is found wherever the list says he may be, and nowhere afterwards. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { BUDGET, HOLD_COLUMNS, holdOf, type HoldRow, lowerBudget } from '../../src/offers/uses/use-statements.ts';
import { writeOrderLetter } from '../../src/orders/letters/order-letters.ts';
import { personalData } from '../../src/privacy/personal-data.ts';
import { forEachEngine } from '../databases.ts';
import { bank, customerPath, domain, done, gstin, openUp, plant, platform, traces, userId } from './planted-shopper.ts';
import { openWholeShop, type WholeShop } from './whole-shop.ts';

/** Every table as text. */
const dump = async ({ shop: { node } }: WholeShop): Promise<ReadonlyMap<string, string>> => {
  const texts = new Map<string, string>();
  for (const name of personalData.keys()) {
    let text = '';
    for await (const rows of node.db.scan(`select * from ${name}`)) text += JSON.stringify(rows);
    texts.set(name, text);
  }
  return texts;
};
/** The places of a word, each with some of what stands around it. */
const found = (texts: ReadonlyMap<string, string>, word: string): readonly string[] =>
  [...texts].flatMap(([name, text]) => {
    const at = text.indexOf(word);
    return at < 0 ? [] : [`${name}: ${text.slice(Math.max(0, at - 100), at + 60)}`];
  });
const tables = (places: readonly string[]): readonly string[] => places.map((place) => place.split(':')[0] ?? '');

forEachEngine(async (engine) => {
  const whole = await openWholeShop(engine);
  after(() => whole.close());
  await openUp(whole);
  const planted = await plant(whole);
  const { node, applicationId } = whole.shop;
  await writeOrderLetter(node, {
    application_id: applicationId,
    id: 'the-parcel-left',
    slug: 'application/order/shipped/v1',
    sequence_key: `order/${planted.shipped}`,
  });
  // An order of the release before, whose limits were all soft or none, that was cancelled in part since.
  for (const row of await node.db.all<HoldRow>(`select ${HOLD_COLUMNS} from offer_hold`)) {
    const { soft: _soft, ...document } = JSON.parse(row.document) as { readonly soft?: unknown };
    const earlier = { ...document, isSoft: true, amounts: { [BUDGET]: 2 } };
    await node.db.commit(lowerBudget(holdOf({ ...row, document: JSON.stringify(earlier) }), 1));
  }
  const letters = () =>
    node.db.all(`select id from mail union all select owner as id from sealed_value where owner like 'mail/%'`);

  const orders = (path: string, id: string) =>
    whole.owner('GET', `/service/platform/order/v1.0/company/{company}/${path.replace('{order}', id)}`);
  const sumOf = async (table: string, column: string): Promise<unknown> =>
    (await whole.shop.node.db.one(`select sum(${column}) as n from ${table}`))?.['n'];

  describe('a customer', () => {
    test('has left a trace wherever the list says that shoppers can', async () => {
      const texts = await dump(whole);
      const expected = [...personalData].filter(
        ([, { rows, shopper, told, members }]) => rows !== undefined && (shopper ?? told ?? members) !== undefined,
      );
      const without = expected
        .map(([name]) => name)
        .filter((name) => !traces.some((trace) => texts.get(name)?.includes(trace)));
      assert.deepEqual(without, []);
    });

    test('leaves none once he is forgotten, and the books still add up', async () => {
      const books = () =>
        Promise.all([
          sumOf('balance', 'amount'),
          sumOf('balance_entry', 'amount'),
          sumOf('customer_order', 'total'),
          sumOf('gift_card', 'value'),
        ]);
      const before = await books();
      assert.equal((await letters()).length, 2, 'a letter that waits, and what it says');
      const answer = done(await whole.owner('DELETE', customerPath(userId)), 'erasure');
      assert.equal((answer['erasure'] as { state: string }).state, 'done');
      const texts = await dump(whole);
      assert.deepEqual(
        traces.flatMap((trace) => found(texts, trace)),
        [],
      );
      assert.deepEqual(tables(found(texts, gstin)), ['customer_order'], 'the tax return names it');
      assert.deepEqual(tables(found(texts, bank)), ['order_snapshot']);
      assert.ok(tables(found(texts, domain)).every((name) => name === 'offer' || name === 'audit'));
      assert.deepEqual(await books(), before);
      assert.deepEqual(await letters(), []);
    });

    test('leaves orders that can be read, computed again and exported', async () => {
      for (const id of [planted.shipped, planted.cancelled]) {
        done(await orders('order-details?order_id={order}', id), 'order');
        assert.equal(done(await orders('orders/{order}/recompute', id), 'recomputed')['agrees'], true);
      }
      const listed = done(await orders('orders-listing', ''), 'orders');
      assert.equal((listed['items'] as readonly unknown[]).length, 3);
      assert.equal((await orders('orders-export?from=2020-01-01T00:00:00Z', '')).status, 200);
    });

    test('is a stranger when he comes again', async () => {
      const cart = done(await planted.customer('GET', '/service/application/cart/v1.0/detail?i=true'), 'cart');
      assert.deepEqual(cart['items'], []);
      const balances = done(await planted.customer('GET', '/service/application/balance/v1.0/balances'), 'balances');
      assert.doesNotMatch(JSON.stringify(balances), /"(amount|balance|points|total)":[1-9]/);
      const shown = await planted.customer('GET', `/service/application/order/v1.0/orders/${planted.shipped}`);
      assert.equal(shown.status, 404);
    });

    test('can be erased once more under the same key, which changes nothing', async () => {
      const key = { 'idempotency-key': 'the-same-key-of-an-erasure' };
      const first = done(await whole.owner('DELETE', customerPath('nobody'), undefined, key), 'erasure');
      const again = await whole.owner('DELETE', customerPath('nobody'), undefined, key);
      assert.equal(again.headers['idempotent-replayed'], 'true');
      assert.deepEqual(again.body, first);
      const { id } = first['erasure'] as { readonly id: string };
      assert.deepEqual(
        done(await whole.owner('GET', `${platform('user')}/erasures/${id}`), 'receipt'),
        first['erasure'],
      );
    });
  });
});
