/** What the merchant of the demo shop does: other systems that change a cart, stock and prices that move, clients. */
import type { Shown } from '../calls.ts';
import { cart, type Day, empty, fill, type Find, look, mumbai, pay } from './visit-steps.ts';

/** What other systems of the merchant add to a cart; and what becomes of a line when stock, price or product go. */
export const merchant = async (day: Day, find: Find): Promise<void> => {
  const { shop } = day;
  const shopper = shop.visitor();
  const vase = find('Vases');
  const added = await fill(day, shopper, [
    { ...vase, quantity: 2 },
    { ...find('Totes'), quantity: 1 },
    { ...find('Chairs', 1), quantity: 1 },
  ]);
  const { id, items } = added.body['cart'] as { readonly id: string; readonly items: readonly Line[] };
  const [first, second] = items;
  const path = '/service/platform/cart/v1.0/company/{company}/application/{application}/price-adjustment';
  const adjust = (type: string, value: number, more: object = {}) =>
    shop.service('POST', path, {
      cart_id: id,
      type,
      value,
      message: `${type} of ${value}`,
      is_authenticated: false,
      article_level_distribution: false,
      article_ids: [],
      collection: { collected_by: 'shop', refund_by: 'shop' },
      allowed_refund: true,
      meta: { desk: type },
      ...more,
    });
  await adjust('charge', 30);
  await adjust('discount', 50, {
    article_level_distribution: true,
    article_ids: [{ article_id: first?.article.uid, quantity: 2, value: 50, meta: { why: 'scratch' } }],
    auto_remove: true,
    remove_articles: true,
    allowed_refund: false,
    restrictions: { post_order: { cancellation_allowed: false } },
  });
  await adjust('charge', 15, {
    article_level_distribution: true,
    article_ids: [
      { article_id: second?.article.uid, quantity: 1, value: 15, code: 'engraving', allowed_refund: false },
    ],
  });
  await adjust('mop', 20);
  await look(day, shopper);
  const feed = (kind: string, rows: readonly object[]) =>
    shop.service('PUT', `/service/platform/catalog/v1.0/company/{company}/${kind}`, rows);
  await look(day, shopper, mumbai, { 'x-currency-code': 'USD' });
  await empty(day, vase);
  await feed('inventory', [
    { uid: second?.article.uid, prices: [{ currency_code: 'INR', marked: 9000, effective: 8000 }] },
  ]);
  await look(day, shopper);
  await feed('tax-rates', [
    { id: 'cess', name: 'Cess', country: 'IN', rate: 1 },
    {
      id: 'city',
      name: 'City tax',
      jurisdiction: 'Mumbai',
      country: 'IN',
      postal_from: '400001',
      postal_to: '400099',
      rate: 2.5,
    },
  ]);
  for (const vatId of ['DE136695976', 'FR83404833048']) {
    await shopper('PUT', `${cart}/meta`, { vat_id: vatId });
    await look(day, shopper, mumbai);
  }
  await feed('tax-rates', [{ id: 'cess', name: 'Cess', country: 'IN', rate: 4 }]);
  await look(day, shopper);
  await pay(shopper, 'COD');
  const application = '/service/platform/configuration/v1.0/company/{company}/application/{application}';
  for (const step of [7, 100]) {
    await shop.service('PATCH', application, { cart: { cash_rounding: { INR: { step } } } });
    await look(day, shopper);
  }
  await shop.service('PATCH', application, { cart: { coupons_per_cart: 6 } });
  await look(day, shopper);
  for (const coupon_code of ['BACK75', 'SIGNEDIN', 'CARD10', 'APPONLY', 'WELCOME10', 'FIRST100']) {
    await shopper('POST', `${cart}/coupon`, { coupon_code });
    await look(day, shopper);
  }
  const staffed = '/service/platform/cart/v1.0/company/{company}/application/{application}/detail';
  const staff = await shop.service('POST', `${staffed}?i=true&b=true&user_id=demo-asha`, {
    items: [
      { ...find('Kettles'), quantity: 1 },
      { ...find('Serums'), quantity: 1, pos: true },
    ],
  });
  day.tell('added', staff.body);
};
type Line = { readonly identifiers: { readonly identifier: string }; readonly article: { readonly uid: string } };

/** Clients of the organization, with and without everything. */
export const clients = async ({ shop, tell }: Day): Promise<void> => {
  const path = `/service/partner/authorization/v1.0/organization/${shop.credentials.organization_id}/oauth/client`;
  const told = ({ body }: Shown): Shown['body'] => {
    tell('client', body);
    return body;
  };
  const made = told(
    await shop.service('POST', path, {
      scopes: { type: 'custom', permissions: ['company/products/read'] },
      grants: ['authorization_code', 'refresh_token'],
      redirect_urls: ['https://shop.example/back'],
      access_token_lifetime: 600,
      refresh_token_lifetime: 7_200,
      client_type: 'extension',
      meta: { name: 'Reader', description: 'Reads', tags: ['stock'] },
      user_id: 'u-1',
    }),
  );
  told(await shop.service('POST', path, { user_id: 'u-2', scopes: { type: 'full', permissions: [] } }));
  shop.node.clock.at += 60_000;
  told(await shop.service('PUT', `${path}/${String(made['client_id'])}`, { meta: { name: 'Reader 2' } }));
  for (const client of (await shop.service('GET', path)).body['items'] as readonly unknown[]) tell('client', client);
  told(await shop.service('DELETE', `${path}/${String(made['client_id'])}`));
};
