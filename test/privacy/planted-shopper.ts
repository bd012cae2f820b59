/** A customer who leaves words of his own in every table that can take some, through the routes that write it. */
import assert from 'node:assert/strict';
import { countEvents } from '../../src/events/funnels/funnel-count.ts';
import { putVatCheck } from '../../src/customers/vat/vat-check-store.ts';
import { anEvent } from '../events/samples.ts';
import type { Call, Shown } from '../calls.ts';
import type { WholeShop } from './whole-shop.ts';
import { tenPercent } from '../offers/ten-percent.ts';

/** Stands in everything that is planted, whatever else it is. */
const mark = 'plantme';
export const userId = `asha.${mark}@example.com`;
const phone = '5550173921';
const pan = 'ABCPP7391K';
/** Of a sole trader; it frees none of his orders of tax. */
const vatId = 'DE136695976';
/** The tax return of the shop names it: an order keeps it. */
export const gstin = '29AAGCB7383J1Z4';
/** Of his mail: an offer asks for it, which is the shop's word and stays there. */
export const domain = 'rao-family.example';
/** What he calls his bank: an order was priced by it, and is priced so again. */
export const bank = 'Bank of the fourth floor';
/** What must not be found once he is forgotten. */
export const traces = [mark, phone, pan, vatId] as const;

export const cart = '/service/application/cart/v1.0';
export const platform = (area: string): string =>
  `/service/platform/${area}/v1.0/company/{company}/application/{application}`;
const company = (area: string): string => `/service/platform/${area}/v1.0/company/{company}`;
export const customerPath = (id: string): string => `${platform('user')}/customers/${encodeURIComponent(id)}`;

export const done = (shown: Shown, what: string): Shown['body'] => {
  assert.ok(shown.status < 300, `${what}: ${shown.status} ${JSON.stringify(shown.body).slice(0, 300)}`);
  return shown.body;
};

export const address = (who: string) => ({
  area_code: '400001',
  state: 'Maharashtra',
  city: 'Mumbai',
  name: `${who} ${mark}`,
  address: `1 ${mark} Road`,
  phone,
  country_code: '91',
  email: `${who}.${mark}@example.com`,
});
const said = { note: mark };

/** A cart with words in every place that takes some; its key and its number. */
export const fillCart = async (shopper: Call) => {
  const lines = [
    { item_id: 1, item_size: 'M', quantity: 1, meta: said, _custom_json: said, extra_meta: said },
    { item_id: 2, item_size: 'M', quantity: 1 },
  ];
  const added = done(await shopper('POST', `${cart}/detail?i=true&b=true`, { items: lines }), 'items');
  const { id, cart_id, items } = added['cart'] as {
    readonly id: string;
    readonly cart_id: string;
    readonly items: readonly { readonly article: { readonly uid: string } }[];
  };
  const wrap = { [items[0]?.article.uid ?? '']: { is_gift_applied: true, gift_message: `From ${mark}` } };
  const meta = {
    gstin,
    pan_no: pan,
    vat_id: vatId,
    comment: `ring ${mark}`,
    pick_up_customer_details: { name: mark, phone },
    custom_cart_meta: said,
    gift_details: wrap,
  };
  done(await shopper('PUT', `${cart}/meta`, meta), 'meta');
  return { id, number: cart_id };
};

const order = (payment_mode: string) => ({
  payment_mode,
  merchant_code: bank,
  aggregator: mark,
  network: bank,
  type: bank,
  delivery_address: address('Delivery'),
  billing_address: address('Billing'),
  customer_details: { name: mark },
  callback_url: `https://shop.example/${mark}`,
  custom_meta: [{ key: 'note', value: mark }],
  order_tags: [{ slug: mark, display_text: mark }],
});
export const checkOut = async (shopper: Call, mode = 'COD'): Promise<string> =>
  String(done(await shopper('POST', `${cart}/checkout`, order(mode)), 'order')['order_id']);

/** A shop with goods, a coupon for one customer, and everything told that can be. */
export const openUp = async ({ shop, set }: WholeShop): Promise<void> => {
  await set({
    profile_from_claims: true,
    cart: { loyalty: { worth: 1, per_points: 1, cap_bp: 1_000, earn_points: 1, earn_for: 10 } },
    events: { cart_events: 'server', order_events: 'server', wishlist_events: 'server' },
  });
  for (const itemId of [1, 2]) {
    await shop.sell(itemId, [{ quantity: 500, prices: [{ currency_code: 'INR', marked: 100, effective: 100 }] }]);
  }
  await shop.coupon(
    tenPercent('PLANTED', 0, {
      restrictions: {
        user_id: [userId, 'somebody-else'],
        uses: { maximum: { user: 5, total: 0 }, remaining: { user: 5, total: 0 } },
      },
      identifiers: { email_domain: [domain] },
    }),
  );
  const friends = { coupon_type: 'referral', referral: { reward: { kind: 'points', amount: 10 } } };
  await shop.coupon({ ...tenPercent('', 0), ...friends });
};

const byOwner = async ({ owner }: WholeShop): Promise<void> => {
  const profile = {
    user_id: userId,
    username: mark,
    first_name: mark,
    last_name: mark,
    emails: [{ email: `${mark}@${domain}`, primary: true }],
    phone_numbers: [{ phone, country_code: 91 }],
  };
  done(await owner('PUT', `${platform('user')}/customers`, profile), 'profile');
  done(await owner('PUT', `${customerPath(userId)}/cards/7`, { mode: 'CARD', code: `${mark}bank` }), 'card');
  const balances = platform('balance');
  const given = { kind: 'store_credit', amount: 50, reason: `sorry ${mark}` };
  const path = `${balances}/customers/${encodeURIComponent(userId)}/adjustments`;
  done(await owner('POST', path, given), 'store credit');
  const ending = { kind: 'points', amount: 90, reason: `thanks ${mark}`, expires_at: '2099-01-01T00:00:00Z' };
  done(await owner('POST', path, ending), 'points that end');
  done(await owner('POST', `${balances}/gift-cards`, { value: 100, user_id: userId, note: `for ${mark}` }), 'card');
  const draft = tenPercent('DRAFT', 0, { restrictions: { user_id: [userId] } });
  done(await owner('POST', `${platform('cart')}/promotion/simulations`, { coupons: [draft] }), 'simulation');
};

const atCart = async ({ owner }: WholeShop, { id, number }: { readonly id: string; readonly number: string }) => {
  const reason = { 'x-staff-reason': `${mark} called` };
  const look = `${platform('cart')}/detail?id=${id}&user_id=${encodeURIComponent(userId)}`;
  done(await owner('GET', look, undefined, reason), 'look at a cart');
  const kept = { ...address('Desk'), user_id: userId };
  done(await owner('POST', `${platform('cart')}/address`, kept, reason), 'address by staff');
  const adjustment = {
    cart_id: number,
    type: 'charge',
    value: 1,
    message: `Charge for ${mark}`,
    is_authenticated: true,
    article_level_distribution: false,
    article_ids: [],
    collection: { collected_by: 'shop', refund_by: 'shop', asked_by: mark },
    meta: said,
    remark: `for ${mark}`,
  };
  done(await owner('POST', `${platform('cart')}/price-adjustment`, adjustment), 'adjustment');
};

const events = ({ applicationId, node }: WholeShop['shop']) => {
  const page = `page-${mark}`;
  const event = (name: Parameters<typeof anEvent>[0], payload: Readonly<Record<string, unknown>>) =>
    anEvent(name, { applicationId, at: node.now(), payload });
  const login = event('user_login', { user_id: userId, anonymous_id: page, email: `a@${mark}.example` });
  const before = event('product_view', { user_id: null, anonymous_id: page });
  return { batch: [login, before, { ...login, contains: [] }], sent_at: new Date(node.now()).toISOString() };
};

/** Rows that only deliveries and checks write, which go over the network. */
const deliveries = async ({ shop: { node, applicationId } }: WholeShop): Promise<void> => {
  const found = await node.db.all<{ id: string }>('select id from event where user_id = ? limit 1 offset 0', [userId]);
  const [applied, id] = [applicationId, found[0]?.id ?? ''];
  await node.db.commit([
    {
      sql: `insert into webhook_delivery (subscriber_id, application_id, event_id, state, attempts, began_at, due_at, modified_at)
        values (1, ?, ?, 'waiting', 1, 1, 1, 1)`,
      params: [applied, id],
    },
    {
      sql: `insert into webhook_settled (subscriber_id, application_id, event_id, settled_at, state, attempts, began_at)
        values (2, ?, ?, 1, 'done', 1, 1)`,
      params: [applied, id],
    },
    {
      sql: `insert into webhook_attempt (subscriber_id, application_id, event_id, attempted_at, claim, outcome, took_ms, answer)
        values (1, ?, ?, 1, 'c', 'failed', 1, ?)`,
      params: [applied, id, `unknown: ${mark}`],
    },
    {
      sql: 'insert into event_sink_queue (sink, application_id, event_id, due_at) values (?, ?, ?, 1)',
      params: ['nats', applied, id],
    },
    putVatCheck(
      { applicationId, owner: { kind: 'customer', id: userId }, vatId },
      { state: 'checked', checkedAt: 1, consultation: mark },
      { askedAt: 1, dueAt: node.now() + 1, expiresAt: node.now() + 1 },
    ),
  ]);
};

/** What is refused is kept under its key, too. */
const refused = async (customer: Call): Promise<void> => {
  const wrong: readonly (readonly [string, string, object])[] = [
    ['PUT', `${cart}/meta`, { gstin: mark, pan_no: mark, comment: mark }],
    ['POST', `${cart}/coupon`, { coupon_code: mark }],
    ['POST', `${cart}/detail`, { items: [{ item_id: 99, item_size: 'XXL', meta: said }] }],
    ['POST', `${cart}/checkout`, { payment_mode: 'COD', address_id: 'none', customer_details: said }],
    ['POST', `${cart}/select-address`, { id: 'none' }],
    ['PUT', `${cart}/address/none`, address('Nobody')],
    ['POST', '/service/application/balance/v1.0/gift-cards', { code: `${mark}-${phone}` }],
    ['POST', `/service/application/order/v1.0/orders/none/cancel`, { reason: mark }],
  ];
  for (const [method, path, body] of wrong) await customer(method, path, body);
};

/** An order that is delivered and paid for, cancelled all the same, and refunded by hand. */
const givenBack = async ({ owner }: WholeShop, customer: Call): Promise<void> => {
  await fillCart(customer);
  const id = await checkOut(customer);
  const path = `${company('order')}/orders/${id}`;
  done(await owner('POST', `${path}/deliver`, { reason: `to ${mark}` }), 'delivered');
  const { order: ended } = done(
    await owner('POST', `${path}/cancel`, { reason: `too small for ${mark}` }),
    'ended',
  ) as {
    readonly order: { readonly refunds: readonly { readonly refund_id: string }[] };
  };
  const refund = `${path}/refunds/${ended.refunds[0]?.refund_id}`;
  done(await owner('POST', `${refund}/done`, { reason: `${mark} came for it` }), 'refunded');
};

export type Planted = { readonly shipped: string; readonly cancelled: string; readonly customer: Call };

export const plant = async (whole: WholeShop): Promise<Planted> => {
  const { owner, guest, shop } = whole;
  await byOwner(whole);
  // A visitor who signs in: his cart goes into the customer's.
  const visitor = guest();
  await fillCart(visitor);
  done(await visitor('POST', `${cart}/address`, address('Visitor')), 'address of a visitor');
  const known = await whole.customer(userId, { given_name: mark, email: `${mark}@${domain}` });
  done(await known('GET', `${cart}/detail?i=true`, undefined, { 'x-anonymous-id': visitor.token() }), 'signed in');

  const page = Buffer.from(JSON.stringify({ anonymous_id: `page-${mark}`, query: mark })).toString('base64url');
  const customer: Call = (method, path, body, headers) =>
    known(method, path, body, { 'x-event-context': page, ...headers });
  const first = await fillCart(customer);
  done(await customer('POST', `${cart}/address`, address('Home')), 'address');
  done(await customer('POST', `${cart}/share-cart`, { id: first.id, meta: said }), 'share');
  done(await customer('POST', '/service/application/catalog/v1.0/follow/products/1'), 'wish');
  done(await customer('POST', `${cart}/coupon`, { coupon_code: 'PLANTED' }), 'coupon');
  const shipped = await checkOut(customer);
  await fillCart(customer);
  done(await customer('POST', `${cart}/redeem`, { redeem_points: true }), 'points');
  const cancelled = await checkOut(customer, 'CARD');
  const [code] = done(await customer('GET', `${cart}/referral`), 'codes')['items'] as readonly { coupon_id: string }[];
  done(await customer('POST', `${cart}/referral`, { coupon_id: code?.coupon_id }), 'a code for others');
  const cancel = `/service/application/order/v1.0/orders/${cancelled}/cancel`;
  done(await customer('POST', cancel, { reason: `moved, says ${mark}` }), 'cancelled');
  await givenBack(whole, customer);
  const parcel = { carrier: mark, tracking_number: mark, tracking_url: `https://carrier.example/${mark}` };
  const sent = { reason: `to ${mark}`, ...parcel };
  done(await owner('POST', `${company('order')}/orders/${shipped}/parcels`, sent), 'shipped');
  done(await owner('PUT', `${company('order')}/orders/${shipped}/tags`, { tags: [mark] }), 'tags');
  done(await owner('POST', `${company('order')}/orders/${shipped}/notes`, { text: `call ${mark}` }), 'note');
  await fillCart(customer);
  done(await customer('PUT', `${cart}/cart_archive`, {}), 'archive');
  await atCart(whole, await fillCart(customer));
  await refused(customer);
  const collector = '/service/application/webhook/v1.0/click-analytics/events';
  done(await customer('POST', collector, events(shop)), 'events');
  await deliveries(whole);
  await countEvents(shop.node.db, shop.node.now());
  return { shipped, cancelled, customer };
};
