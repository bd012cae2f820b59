/** What a merchant, his staff and their other systems do on an ordinary day. */
import { couponBody, promotionBody } from '../offers/offer-server.ts';
import { address } from '../orders/order-server.ts';
import { subscriberBody } from '../webhooks/webhook-server.ts';
import type { Pair } from './fuzz-request.ts';
import type { FuzzShop } from './fuzz-shop.ts';
import type { Go } from './go.ts';
import type { Bought } from './shopper-visits.ts';

const staff = '/service/platform/cart/v1.0/company/{company}/application/{application}';
const feeds = '/service/platform/catalog/v1.0/company/{company}';
const balance = '/service/platform/balance/v1.0/company/{company}/application/{application}';
const hooks = '/service/platform/webhook';
const users = '/service/platform/user/v1.0/company/{company}/application/{application}';
const orders = '/service/platform/order/v1.0/company/{company}';
const settings = '/service/platform/configuration/v1.0/company/{company}';
const clients = '/service/partner/authorization/v1.0/organization/{organization}/oauth/client';
const always = { start: '2020-01-01T00:00:00.000Z', end: '2040-01-01T00:00:00.000Z', published: true };
const receiver = 'http://127.0.0.1:9/receive';

export type Merchant = { readonly go: Go; readonly shop: FuzzShop; readonly slug: string; readonly key: () => Pair };

const offers = async ({ go, slug }: Merchant, { goods, lines, cartId }: Bought): Promise<void> => {
  const [article_id = 'x'] = lines.map(({ article }) => article?.uid);
  const items = [{ item_id: goods[0]?.item_id ?? 1, article_id, quantity: 1, marked: 100, effective: 90 }];
  const promotion = promotionBody({ _schedule: always });
  const made = await go('service', `POST ${staff}/promotion`, promotion);
  await go('service', `PUT ${staff}/promotion/${String(made.json['_id'])}`, promotion);
  await go('service', `POST ${staff}/promotion/preview`, { items, promotion });
  const coupon = couponBody({ code: slug.toUpperCase() });
  const kept = await go('service', `POST ${staff}/coupon`, coupon);
  await go('service', `GET ${staff}/coupon/${String(kept.json['_id'])}`);
  await go('service', `PUT ${staff}/coupon/${String(kept.json['_id'])}`, coupon);
  const kind = { name: slug, slug, article_tags: [slug], enabled: true };
  await go('service', `POST ${staff}/cart_configuration`, kind);
  const adjustment = {
    cart_id: cartId,
    type: 'discount',
    value: 5,
    message: 'less',
    is_authenticated: false,
    article_level_distribution: false,
    article_ids: [],
    collection: { collected_by: 'shop', refund_by: 'shop' },
    allowed_refund: true,
  };
  const added = await go('service', `POST ${staff}/price-adjustment`, adjustment);
  const [own] = (added.json['data'] ?? []) as readonly { readonly id?: string }[];
  await go('service', `PUT ${staff}/price-adjustment/${own?.id ?? 'x'}`, adjustment);
};

/** A cart that staff fill for a customer, and everything they can ask of it. */
const atTheDesk = async ({ go, key }: Merchant, { goods }: Bought): Promise<void> => {
  const whose = 'user_id=demo-asha&i=true&b=true&area_code=400001';
  const items = goods.slice(0, 2);
  const filled = await go('service', `POST ${staff}/detail?${whose}`, { items });
  const { id, cart_id } = (filled.json['cart'] ?? {}) as { readonly id?: string; readonly cart_id?: string };
  const cart = `cart_id=${String(cart_id)}`;
  const gets = ['basic', 'detail', 'shipment', 'payment/options', 'payment/validate', 'platform-pos-coupon', 'address'];
  for (const path of gets) await go('service', `GET ${staff}/${path}?user_id=demo-asha&${cart}`);
  await go('service', `PUT ${staff}/detail?${whose}`, { operation: 'update_item', items });
  await go('service', `PUT ${staff}/payment?${cart}`, { payment_mode: 'COD' });
  await go('service', `POST ${staff}/platform-pos-coupon?${cart}`, { coupon_code: 'WELCOME10' });
  await go('service', `POST ${staff}/address?user_id=demo-asha`, { ...address, user_id: 'demo-asha' });
  await go('service', `PUT ${staff}/update-user?id=${String(id)}`, { user_id: 'demo-ravi' });
  await go('service', `PUT ${staff}/update-user?id=${String(id)}`, { user_id: 'demo-asha' });
  const shared = await go('service', `POST ${staff}/share-cart?${cart}`, { meta: {} });
  await go('service', `GET ${staff}/share-cart/${String(shared.json['token'])}`);
  await go('service', `POST ${staff}/abandoned/carts/${String(cart_id)}`, { items });
  await go('service', `POST ${staff}/cart/validate`, {
    cart_items: items.map(({ item_id, item_size: size }) => ({ product_id: String(item_id), size, quantity: 1 })),
  });
  const order = { user_id: 'demo-asha', cart_id, payment_mode: 'UPI', delivery_address: address };
  await go('service', `POST ${staff}/checkout?${cart}`, order, { headers: [key()] });
};

const balances = async ({ go, slug, key }: Merchant): Promise<void> => {
  const card = await go('service', `POST ${balance}/gift-cards`, { value: 50, note: slug }, { headers: [key()] });
  await go('customer', 'POST /service/application/balance/v1.0/gift-cards', { code: card.json['code'] });
  const points = { kind: 'points', amount: 5, reason: slug };
  await go('service', `POST ${balance}/customers/demo-asha/adjustments`, points, { headers: [key()] });
  await go('service', `GET ${balance}/customers/demo-asha/balances`);
};

const webhooks = async ({ go, slug }: Merchant): Promise<void> => {
  const wanted = subscriberBody(receiver, { name: slug });
  const made = await go('service', `POST ${hooks}/v2.0/company/{company}/subscriber`, wanted);
  const { id } = made.json;
  await go('service', `PUT ${hooks}/v2.0/company/{company}/subscriber`, { ...wanted, id });
  const { events: _, provider: __, ...first } = subscriberBody(receiver, { name: `${slug}-1` });
  await go('service', `POST ${hooks}/v1.0/company/{company}/subscriber`, { ...first, event_id: [1] });
  await go('service', `POST ${hooks}/v1.0/company/{company}/subscriber/ping`, { id });
  const since = { from: '2026-01-01T00:00:00.000Z', to: '2040-01-01T00:00:00.000Z' };
  await go('service', `POST ${hooks}/v1.0/company/{company}/subscriber/${String(id)}/replay`, since);
  for (const end of ['', '/status', '/deliveries', '/attempts']) {
    await go('service', `GET ${hooks}/v1.0/company/{company}/subscriber/${String(id)}${end}`);
  }
  await go('service', `GET ${hooks}/v1.0/company/{company}/subscriber`);
  const { json } = await go('service', `GET ${hooks}/v1.0/company/{company}/events`);
  const [known] = [json['event_configs'] ?? json['items'] ?? []].flat() as readonly object[];
  await go('service', 'POST /service/common/webhook/v1.0/events/query-event-details', [known ?? {}]);
};

const people = async ({ go, shop, slug }: Merchant): Promise<void> => {
  const wanted = {
    user_id: slug,
    scopes: { type: 'custom', permissions: ['company/products/read'] },
    grants: ['authorization_code', 'refresh_token'],
    redirect_urls: ['https://back.invalid/here'],
    meta: { name: slug },
  };
  const client = await go('service', `POST ${clients}`, wanted);
  const own = `${clients}/${String(client.json['client_id'])}`;
  const secret = await go('service', `POST ${own}/secret`, {});
  await go('service', `PATCH ${own}/secret/${String(secret.json['id'])}`, {
    expires_at: '2040-01-01T00:00:00.000Z',
  });
  await go('service', `PATCH ${own}`, { meta: { name: `${slug} 2` } });
  await go('service', `PUT ${users}/customers`, { user_id: slug, first_name: 'Asha', groups: ['vip'] });
  await go('service', `PUT ${users}/customers/${slug}/cards/1`, { mode: 'CARD', iin: '411111' });
  const spare = `${settings}/application/${shop.spareApplication}`;
  await go('service', `PATCH ${spare}`, { name: slug });
  await go('service', `POST ${spare}/token`, {});
};

export const merchantVisits = async (merchant: Merchant, bought: Bought): Promise<void> => {
  const { go } = merchant;
  await offers(merchant, bought);
  await atTheDesk(merchant, bought);
  await balances(merchant);
  await webhooks(merchant);
  await people(merchant);
  const [article] = bought.lines.map((line) => line.article?.uid);
  await go('service', `PUT ${feeds}/inventory`, [{ uid: article ?? 'none', quantity: 500 }]);
  const span = 'from=2026-01-01&to=2026-01-31';
  for (const path of [
    `${staff}/cart-list`,
    `${staff}/abandoned/carts`,
    `${orders}/orders-listing`,
    `${orders}/orders-export?${span}`,
    `${users}/customers`,
    `${settings}/audit`,
    `${settings}/application`,
    `${hooks}/v1.0/company/{company}/application/{application}/events/funnel?${span}`,
    `${hooks}/v1.0/company/{company}/application/{application}/events/refused`,
  ]) {
    await go('service', `GET ${path}`);
  }
};
