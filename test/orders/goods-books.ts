/** What may happen to an order that goes back in parts, and what all books must say afterwards. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Row } from '../../src/db/database.ts';
import { BUDGET } from '../../src/offers/uses/use-statements.ts';
import { isTaxOnTop } from '../../src/orders/answer/order-breakup.ts';
import { exportRows } from '../../src/orders/export/export-rows.ts';
import { remainingUnits, stateOfShipment } from '../../src/orders/goods/unit-rules.ts';
import { shareOf } from '../../src/orders/money/customer-share-rules.ts';
import { agreedStanding, grossOf, standingOf } from '../../src/orders/money/standing-rules.ts';
import type { StoredOrder } from '../../src/orders/order-document.ts';
import type { Standing } from '../../src/orders/order-progress.ts';
import { portionDown, sum } from '../../src/shared/money.ts';
import type { openGoodsShop, Saved, StaffCall } from './goods-shop.ts';
import { halfShipping } from './half-shipping.ts';
import { byCard, onDelivery } from './order-server.ts';
import { rule } from './shop-rules.ts';

type GoodsShop = Pick<Awaited<ReturnType<typeof openGoodsShop>>, 'shop' | 'ordered'>;

type Act = 'cancel' | 'ship' | 'deliver' | 'return' | 'receive' | 'refund' | 'keep' | 'arrive';
export type Step = {
  readonly act: Act;
  readonly at: number;
  readonly units: number;
  /** By the SDK's word for it, where it has one: of a shipment, whole or some of its units. */
  readonly word: 'none' | 'whole' | 'some';
};
export const stepArb: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(
    'cancel',
    'cancel',
    'ship',
    'deliver',
    'arrive',
    'return',
    'return',
    'receive',
    'receive',
    'refund',
    'keep',
  ),
  at: fc.nat(3),
  units: fc.integer({ min: 1, max: 2 }),
  word: fc.constantFrom('none', 'none', 'whole', 'some'),
});
const boughtArb = fc.uniqueArray(fc.tuple(fc.constantFrom(1, 2, 3), fc.integer({ min: 1, max: 3 })), {
  minLength: 1,
  maxLength: 3,
  selector: ([item]) => item,
});

const wordFor = new Map<Act, string>([
  ['cancel', 'cancelled_seller'],
  ['ship', 'shipped'],
  ['deliver', 'delivered'],
  ['arrive', 'handed_over_to_customer'],
  ['return', 'return_initiated'],
  ['receive', 'return_accepted'],
]);

/** The call of staff by which a step is taken. */
export const callFor = (order: StoredOrder, { act, at, units, word }: Step): StaffCall => {
  const { parcels, returns, settlements } = order.progress;
  const chosen = <T>(list: readonly T[] = []): T | undefined => list[at % (list.length || 1)];
  const named = (list?: readonly { readonly id: string }[]): string => chosen(list)?.id ?? 'none';
  const line = chosen(order.document.lines)?.identifier ?? 'none';
  const items = [{ identifier: line, quantity: units }];
  const status = wordFor.get(act);
  if (word !== 'none' && status !== undefined) {
    const holds = order.document.shipments.find(({ lines }) => lines.includes(line));
    const shipment = { identifier: holds?.id, reasons: { entities: [{ data: { reason_text: 'law' } }] } };
    const shipments = [word === 'some' ? { ...shipment, products: items } : shipment];
    return {
      method: 'PUT',
      of: 'order-manage',
      path: '/shipment/status-internal',
      payload: { statuses: [{ status, shipments }] },
    };
  }
  const calls: Readonly<Record<Act, readonly [string, object]>> = {
    cancel: ['cancel', { reason: 'law', items }],
    ship: ['parcels', { items }],
    deliver: [`parcels/${named(parcels)}/deliver`, {}],
    arrive: ['deliver', { reason: 'law' }],
    return: ['returns', { reason: 'law', items }],
    receive: [`returns/${named(returns)}/receive`, { reason: 'law' }],
    refund: [`refunds/${named(settlements)}/${units === 1 ? 'sent' : 'done'}`, { reason: 'law' }],
    keep: ['cancel', { reason: 'law', items }],
  };
  const [path, payload] = calls[act];
  return { method: 'POST', of: 'order', path: `/orders/${order.id}/${path}`, payload };
};

/** What there was before: units in stock, and what its customer had on his balances. */
type Before = { readonly stock: number; readonly saved: number };

const savedArb = fc.constantFrom<Saved>(
  {},
  { points: 300 },
  { store_credit: 12_345 },
  { points: 77, store_credit: 9_999 },
);
/** An order with which a law begins: what is bought, whether it is paid, and what its customer has saved. */
export const begunArb = fc.record({ bought: boughtArb, paid: fc.boolean(), saved: savedArb });
type Begun = typeof begunArb extends fc.Arbitrary<infer Wish> ? Wish : never;

/**
 * Item 2 counts a hundred times for points, of item 3 half comes back as store credit; both for that item alone. Two of item 1
 * bring a gift, and goods of item 2 cost half of the delivery. Each but the first takes of a budget.
 */
const FACTORED = { item: 2, factor: 100 } as const;
const CREDITED = 3;
const limited = { restrictions: { uses: { maximum: { total: 1000 } }, budget: { amount: 1_000_000 } } };
/** Answers with the offer that credits. */
export const earnMore = async ({ shop }: Pick<GoodsShop, 'shop'>): Promise<string> => {
  await shop.promotion({
    promotion_type: 'free_gift_items',
    ...limited,
    buy_rules: { 'rule#1': { item_id: [1], cart_quantity: { greater_than_equals: 2 } } },
    discount_rules: rule('free_gift_items', { item_id: [4] }, { max_offer_quantity: 1 }),
  });
  await shop.promotion({
    ...halfShipping,
    ...limited,
    buy_rules: { 'rule#1': { item_id: [2] } },
  });
  await shop.promotion({
    promotion_type: 'points_multiplier',
    buy_rules: { 'rule#1': { item_id: [FACTORED.item] } },
    discount_rules: rule('points_multiplier', { item_id: [FACTORED.item] }, { points_factor: FACTORED.factor }),
  });
  return shop.promotion({
    promotion_type: 'cashback',
    ...limited,
    buy_rules: { 'rule#1': { item_id: [CREDITED] } },
    discount_rules: rule('cashback', { item_id: [CREDITED] }, { discount_percentage: 50 }),
  });
};

const earnedOf = (earns: StoredOrder['document']['earns'], kind: 'points' | 'store_credit'): number =>
  sum(earns.filter((one) => one.kind === kind).map(({ amount }) => amount));

/** Of an order of which all that went back kept its prices: what stays earned is what the lines that stand earned. */
export const checkEarned = (order: StoredOrder): void => {
  const { document } = order;
  const { lines, earns } = standingOf(order);
  const itemOf = new Map(document.lines.map(({ identifier, itemId }) => [identifier, itemId]));
  const counted = sum(
    lines.map(({ line, amount }) => amount * (itemOf.get(line) === FACTORED.item ? FACTORED.factor : 1)),
  );
  const points = earnedOf(earns, 'points');
  const alone = Math.floor(counted / 10_000);
  assert.ok(points <= alone && points >= alone - 1, `${points} points stay, and what stands earns ${alone}`);
  const credited = document.lines.find(({ itemId, giftOf }) => itemId === CREDITED && giftOf === null);
  const units = lines.find(({ line }) => line === credited?.identifier)?.units ?? 0;
  assert.equal(
    earnedOf(earns, 'store_credit'),
    portionDown(earnedOf(document.earns, 'store_credit'), units, credited?.quantity ?? 1),
    'cashback stays of the units that stand',
  );
};

export const booksOf = ({ shop, ordered }: GoodsShop, crediting = '') => {
  const { db } = shop.node;
  const counted = async (sql: string, ...params: readonly string[]): Promise<number> =>
    (await db.one<Row & { n: number }>(sql, params))?.n ?? 0;
  const stock = (): Promise<number> => counted('select sum(quantity) as n from article');
  const begin = async ({ bought, paid, saved }: Begun) => {
    const before: Before = { stock: await stock(), saved: sum(Object.values(saved)) };
    const { order } = await ordered(bought, paid ? byCard : onDelivery, saved);
    return { order, before };
  };

  /** Money that offers took of their budgets: what each order holds is what its goods still have off, and what is credited. */
  const checkBudgets = async (order: StoredOrder): Promise<void> => {
    const holds = await db.all<{ offer_id: string; hold_key: string; document: string }>(
      'select offer_id, hold_key, document from offer_hold',
    );
    const taken = ({ document }: { readonly document: string }): number =>
      (JSON.parse(document) as { readonly amounts?: Readonly<Record<string, number>> }).amounts?.[BUDGET] ?? 0;
    assert.equal(
      await counted('select coalesce(sum(taken), 0) as n from offer_use where holder = ?', BUDGET),
      sum(holds.map(taken)),
      'a budget is what is held of it',
    );
    const off = ({ lines, waived }: Standing, offerId: string): number =>
      sum(
        [...lines.flatMap(({ discounts }) => discounts), ...waived].map(({ source, amount }) =>
          source.kind === 'offer' && source.id === offerId ? amount : 0,
        ),
      );
    const stands = standingOf(order);
    const costs = (id: string): number =>
      off(stands, id) + (id === crediting ? earnedOf(stands.earns, 'store_credit') : 0);
    for (const hold of holds.filter((one) => one.hold_key === `order:${order.id}` && one.document.includes(BUDGET))) {
      const [id, cost] = [hold.offer_id, costs(hold.offer_id)];
      // An offer whose loss was forgiven stays used, with what it took off.
      const isFine = taken(hold) === cost || (cost === 0 && taken(hold) <= off(agreedStanding(order.document), id));
      assert.ok(isFine, `of ${id} ${taken(hold)} is taken, what is off and what is credited is ${cost}`);
    }
  };

  /** Shipments are found by the state that they are in, as of this very version of the order. */
  const checkShipments = async (order: StoredOrder): Promise<void> => {
    const rows = await db.all<Row & { shipment_id: string; state: string }>(
      `select s.shipment_id, s.state from order_shipment s join customer_order o on o.id = s.order_id
       where s.order_id = ? and o.listed_version = o.version order by s.shipment_id`,
      [order.id],
    );
    assert.deepEqual(
      rows.map(({ shipment_id: id, state }) => [id, state]),
      order.document.shipments
        .map(({ id }) => [id, stateOfShipment(order, id)])
        .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    );
  };

  const check = async (order: StoredOrder, before: Before): Promise<void> => {
    const { document, progress, total } = order;
    const settlements = progress.settlements ?? [];
    const agreed = total + sum(document.tender.map(({ amount }) => amount));
    const given = sum(settlements.map(({ amount }) => amount));
    const onTop = isTaxOnTop(document);
    assert.ok(given >= 0 && given <= agreed);
    assert.equal(grossOf(standingOf(order), onTop) + given, agreed, 'what stands and what went back is all there was');
    const remaining = remainingUnits(order);
    for (const { units } of standingOf(order).lines) assert.ok(units > 0);
    assert.equal(sum(standingOf(order).lines.map(({ units }) => units)), sum([...remaining.values()]));
    const taken = sum(document.lines.map(({ quantity }) => quantity));
    assert.equal(
      await stock(),
      before.stock - taken + sum(settlements.flatMap(({ items }) => items.map(({ units }) => units))),
    );
    const money = sum(
      settlements.flatMap(({ parts }) => parts.filter(({ kind }) => kind === 'payment').map(({ amount }) => amount)),
    );
    assert.equal(
      await counted('select coalesce(sum(amount), 0) as n from order_refund where order_id = ?', order.id),
      money,
    );
    const rows = exportRows(order);
    const cents = (text: unknown): number => Math.round(Number(text) * 100);
    const back = rows.filter(({ refund_id: id }) => id !== null);
    const unpaid = sum(
      settlements.flatMap(({ parts }) =>
        parts.filter(({ kind }) => kind === 'payment' || kind === 'uncollected').map(({ amount }) => amount),
      ),
    );
    assert.equal(sum(back.map(({ amount }) => cents(amount))), 0 - unpaid, 'the export has what is paid no more');
    const tax = sum([...standingOf(order).lines, ...standingOf(order).charges].map((one) => one.tax.tax));
    const told = rows.filter(({ row_type: type }) => type !== 'tender' && type !== 'refund_tender');
    assert.equal(sum(told.map((row) => cents(row.tax ?? 0))), tax, 'and the tax of what stands');
    const entries = await counted(
      'select coalesce(sum(amount), 0) as n from balance_entry where user_id = ?',
      order.owner.id,
    );
    const balance = await counted(
      'select coalesce(sum(amount), 0) as n from balance where user_id = ?',
      order.owner.id,
    );
    assert.equal(entries, balance, 'the ledger adds up');
    const pending = await counted(
      'select coalesce(sum(amount), 0) as n from balance_pending where user_id = ?',
      order.owner.id,
    );
    const spent = sum(document.tender.map((part) => part.spent));
    const returned = sum(settlements.flatMap(({ parts }) => parts.map((part) => part.spent)));
    assert.equal(
      balance + pending,
      before.saved - spent + returned + sum(standingOf(order).earns.map(({ amount }) => amount)),
      'balances are what was saved less what pays, and the points of what stands',
    );
    const share = shareOf(order);
    const stands = (column: 'orders' | 'spent'): Promise<number> =>
      counted(`select ${column} as n from customer where user_id = ?`, order.owner.id);
    assert.deepEqual([await stands('orders'), await stands('spent')], [share.orders, share.spent], 'how he stands');
    const held = await counted('select count(*) as n from offer_hold where hold_key = ?', `order:${order.id}`);
    const used = await counted("select coalesce(sum(taken), 0) as n from offer_use where holder = ''");
    const holds = await counted('select count(*) as n from offer_hold');
    assert.equal(used, holds, 'every use has its holder');
    if (remaining.size > 0 && [...remaining.values()].every((units) => units === 0)) assert.equal(held, 0);
    await checkBudgets(order);
    await checkShipments(order);
    const papers = await counted(
      "select count(*) as n from order_paper where order_id = ? and kind = 'credit_note'",
      order.id,
    );
    assert.ok(papers <= settlements.length);
  };

  return { begin, check, checkBudgets };
};
