/** Orders as they were kept and carts as they are, in portions, for whoever prices them again. Reads only. */
import type { Application } from '../../applications/application-store.ts';
import type { Node } from '../../applications/node.ts';
import { readersOf } from '../../cart/call/cart-call.ts';
import { plainAsk } from '../../cart/call/cart-ask.ts';
import type { CartServices } from '../../cart/call/cart-shop.ts';
import { loadPricedCart } from '../../cart/price/load-priced-cart.ts';
import { shopperFor } from '../../cart/staff/staff-enter.ts';
import type { StoredCart } from '../../cart/store/cart-document.ts';
import { type CartRow, cartOf, COLUMNS } from '../../cart/store/cart-store.ts';
import type { Database, Row, Value } from '../../db/database.ts';
import { hashesIn, inputText } from '../order-snapshot.ts';
import { keptOffers } from '../order-store.ts';
import { nextTurn } from '../../shared/slices.ts';
import type { CartRules, SimulatedRules } from './ask-modules.ts';
import type { Portion, Recorded } from './simulation-types.ts';

/** What carts are priced with, beside the database. */
export type SimulationShop = Pick<CartServices, 'catalog' | 'delivery' | 'offers'> & {
  readonly node: Pick<Node, 'db' | 'now'>;
};
export type RecordedPeriod = {
  readonly from: number;
  readonly to: number;
  readonly kinds: readonly Recorded['kind'][];
};

const PORTION = 200;
/** And of so many signs: an order of hundreds of lines has a megabyte. */
const PORTION_SIGNS = 1_000_000;

function* portionsOf(carts: readonly Recorded[]): Generator<readonly Recorded[], void> {
  let [portion, signs]: [Recorded[], number] = [[], 0];
  for (const cart of carts) {
    portion.push(cart);
    signs += cart.input.length;
    if (portion.length < PORTION && signs < PORTION_SIGNS) continue;
    yield portion;
    [portion, signs] = [[], 0];
  }
  if (portion.length > 0) yield portion;
}

type Where = { readonly sql: string; readonly values: readonly Value[] };
/** What came to nothing cost nothing. */
const ordersIn = (applicationId: string, { from, to }: RecordedPeriod): Where => ({
  sql: `from customer_order o join order_snapshot s on s.order_id = o.id where o.application_id = ? and o.created_at >= ?
    and o.created_at < ? and o.state not in ('cancelled', 'payment_failed', 'expired')`,
  values: [applicationId, from, to],
});
const cartsIn = (applicationId: string, { from, to }: RecordedPeriod): Where => ({
  sql: "from cart where application_id = ? and modified_at >= ? and modified_at < ? and state = 'active'",
  values: [applicationId, from, to],
});

const counted = async (db: Database, { sql, values }: Where): Promise<number> => {
  let total = 0;
  for await (const rows of db.scan<Row & { n: number }>(`select count(*) as n ${sql}`, values)) {
    total += rows[0]?.n ?? 0;
  }
  return total;
};

export const countRecorded = async (db: Database, applicationId: string, period: RecordedPeriod): Promise<number> => {
  const orders = period.kinds.includes('order') ? await counted(db, ordersIn(applicationId, period)) : 0;
  return orders + (period.kinds.includes('cart') ? await counted(db, cartsIn(applicationId, period)) : 0);
};

const portionOf = async (db: Database, applicationId: string, carts: readonly Recorded[]): Promise<Portion> => {
  const hashes = [...new Set(carts.flatMap(({ input }) => hashesIn(input)))];
  return { carts, offers: await keptOffers(db, applicationId, hashes) };
};

type KeptRow = Row & { readonly id: string; readonly total: number; readonly input: string };

async function* recordedOrders(db: Database, applicationId: string, period: RecordedPeriod) {
  const { sql, values } = ordersIn(applicationId, period);
  const read = `select o.id, o.total, s.input ${sql} order by o.created_at, o.id`;
  for await (const rows of db.scan<KeptRow>(read, values)) {
    const orders = rows.map(({ id, total, input }): Recorded => ({ kind: 'order', id, total, input, couponIds: [] }));
    for (const carts of portionsOf(orders)) {
      await nextTurn();
      yield await portionOf(db, applicationId, carts);
    }
  }
}

/** A cart as its shopper would find it now; nothing of it is left out but the offers, which are compared. */
const recordedCart = async (
  { node, ...readers }: SimulationShop,
  { id: applicationId, companyId, settings }: Application,
  cart: StoredCart,
  { ask, isLeftOut }: CartRules,
): Promise<Recorded> => {
  const caller = { applicationId, companyId, settings };
  const shopper = shopperFor(cart.owner, node.now());
  const shop = { ...readers, node, caller, shopper, platform: 'web', readers: readersOf(node, caller, shopper), ask };
  const { input, priced } = await loadPricedCart(shop, cart, { ...plainAsk, kind: cart });
  return {
    kind: 'cart',
    id: cart.cartId,
    total: priced.breakup.total,
    isWithoutRules: isLeftOut(),
    input: inputText(input, [], null),
    couponIds: [...(input.coupon === null ? [] : [input.coupon]), ...(input.moreCoupons ?? [])].map(({ id }) => id),
  };
};

async function* recordedShopping(
  shop: SimulationShop,
  application: Application,
  period: RecordedPeriod,
  rules: SimulatedRules,
) {
  const { sql, values } = cartsIn(application.id, period);
  for await (const rows of shop.node.db.scan<CartRow>(`select ${COLUMNS} ${sql} order by modified_at, id`, values)) {
    const carts: Recorded[] = [];
    for (const row of rows) {
      const cart = cartOf(row);
      if (cart.document.lines.length > 0) carts.push(await recordedCart(shop, application, cart, rules.forCart()));
    }
    yield { carts: [], empty: rows.length - carts.length, offers: [] };
    for (const some of portionsOf(carts)) yield { carts: some, offers: [] };
  }
}

/** Orders first, each kind oldest first. */
export async function* recordedPortions(
  shop: SimulationShop,
  application: Application,
  period: RecordedPeriod,
  rules: SimulatedRules,
): AsyncGenerator<Portion, void> {
  if (period.kinds.includes('order')) yield* recordedOrders(shop.node.db, application.id, period);
  if (period.kinds.includes('cart')) yield* recordedShopping(shop, application, period, rules);
}
