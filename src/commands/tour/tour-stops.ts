/** The three stops of the tour: what each asks, and what it tells of the answers. */
import type { Credentials } from '../plan-installation.ts';
import type { Input } from '../command.ts';
import type { Ask } from './tour-call.ts';

type Round = { readonly shop: Credentials; readonly ask: Ask; readonly print: Input['print'] };

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const amount = (value: number, currency: string): string =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(value);

/** 1. A program gets a token, and a client is made that may only read products. Answers the token. */
export const visitClients = async ({ shop, ask, print }: Round): Promise<string> => {
  print('1. A program signs in: OAuth 2.0 client credentials.\n');
  const basic = [`Basic ${base64(`${shop.client_id}:${shop.client_secret}`)}`, 'Basic …'] as const;
  const { body } = await ask({
    method: 'POST',
    path: '/oidc/token',
    authorization: basic,
    form: { grant_type: 'client_credentials' },
  });
  const token = String(body['access_token']);
  print(
    `  A token for ${String(body['expires_in'])} seconds. With it, a client for somebody who may only read products:\n`,
  );
  const made = await ask({
    method: 'POST',
    path: `/service/partner/authorization/v1.0/organization/${shop.organization_id}/oauth/client`,
    authorization: [`Bearer ${token}`, 'Bearer $TOKEN'],
    json: {
      meta: { name: 'Stock reader' },
      grants: ['client_credentials'],
      scopes: { type: 'custom', permissions: ['company/products/read'] },
    },
  });
  const { _id: id } = made.body as { readonly _id?: string };
  print(`  Client ${id ?? ''}. Its secret is shown this once; the database keeps a hash.\n`);
  return token;
};

type Line = {
  readonly quantity: number;
  readonly product: { readonly name: string };
  readonly article: { readonly uid: string };
  readonly price: { readonly converted: Readonly<Record<'marked' | 'effective' | 'selling_price', number>> };
  readonly promotions_applied?: readonly { readonly offer_text?: string; readonly discount?: number }[];
};
type Row = { readonly display: string; readonly value: number; readonly currency_code: string };
type Cart = {
  readonly items: readonly Line[];
  readonly breakup_values: { readonly display: readonly Row[] };
};

const tellRows = ({ breakup_values: { display } }: Cart, print: Input['print']): void => {
  for (const { display: label, value, currency_code: currency } of display)
    print(`    ${label.padEnd(28)} ${amount(value, currency).padStart(14)}`);
  print('');
};

/** 2. Somebody without an account fills a cart and uses a coupon; every row of the price is in the answer. Answers an article of it. */
export const visitCart = async ({ shop, ask, print }: Round): Promise<string> => {
  print('2. A shopper fills a cart. A storefront is known by its application, a guest by a token the service gives.\n');
  const application = [
    `Bearer ${base64(`${shop.application_id}:${shop.application_token}`)}`,
    'Bearer $APPLICATION_BEARER',
  ] as const;
  const found = await ask({
    method: 'GET',
    path: '/service/application/catalog/v1.0/products?q=harbour%20crew%20tee&page_size=1',
    authorization: application,
  });
  const [product] = found.body['items'] as readonly { readonly uid: number; readonly name: string }[];
  if (product === undefined) throw new Error('The demo shop has lost its tee.');
  print(`  ${product.name}, item ${product.uid}.\n`);
  const added = await ask({
    method: 'POST',
    path: '/service/application/cart/v1.0/detail?i=true&b=true',
    authorization: application,
    json: { items: [{ item_id: product.uid, item_size: 'M', quantity: 2 }] },
  });
  tellRows(added.body['cart'] as Cart, print);
  const guest = { 'x-anonymous-id': added.headers.get('x-anonymous-id') ?? '' };
  await ask({
    method: 'POST',
    path: '/service/application/cart/v1.0/coupon',
    authorization: application,
    headers: guest,
    json: { coupon_code: 'WELCOME10' },
  });
  print('  Why does it cost what it costs? Every line says it itself:\n');
  const read = await ask({
    method: 'GET',
    path: '/service/application/cart/v1.0/detail?i=true&b=true',
    authorization: application,
    headers: guest,
  });
  const cart = read.body as unknown as Cart;
  const currency = cart.breakup_values.display[0]?.currency_code ?? 'INR';
  for (const { quantity, product: goods, price, promotions_applied: offers = [] } of cart.items) {
    print(`    ${quantity} × ${goods.name}`);
    print(
      `      printed price ${amount(price.converted.marked, currency)}, the shop's ${amount(price.converted.effective, currency)}`,
    );
    for (const { offer_text: text = '', discount = 0 } of offers)
      print(`      ${text}: −${amount(discount, currency)}`);
    print(`      after every offer and coupon ${amount(price.converted.selling_price, currency)}\n`);
  }
  tellRows(cart, print);
  return cart.items[0]?.article.uid ?? '';
};

type Preview = {
  readonly breakup: Readonly<Record<string, number>>;
  readonly applied: readonly { readonly name: string; readonly amount: number }[];
  readonly not_applied: readonly { readonly name: string; readonly reason: string }[];
};

/** 3. An offer that nobody has saved, tried on a cart: what it would do, and why the others did nothing. */
export const visitOffers = async ({ shop, ask, print }: Round, token: string, articleId: string): Promise<void> => {
  print('3. A merchant tries an offer before anybody sees it. Nothing is written.\n');
  const company = `/service/platform/cart/v1.0/company/${shop.company_id}/application/${shop.application_id}`;
  const { body } = await ask({
    method: 'POST',
    path: `${company}/promotion/preview`,
    authorization: [`Bearer ${token}`, 'Bearer $TOKEN'],
    json: {
      items: [{ article_id: articleId, quantity: 2 }],
      promotions: [
        {
          mode: 'promotion',
          promo_group: 'product',
          promotion_type: 'percentage',
          display_meta: { name: 'Fifteen off', offer_text: '15 % off everything' },
          buy_rules: { 'rule#1': {} },
          discount_rules: [
            {
              buy_condition: '( rule#1 )',
              discount_type: 'percentage',
              item_criteria: { buy_rules: ['rule#1'] },
              offer: { discount_percentage: 15 },
            },
          ],
          stackable: true,
          apply_priority: 1,
        },
      ],
    },
  });
  const { breakup, applied, not_applied: others } = body as unknown as Preview;
  for (const { name, amount: off } of applied) print(`    ${name}: ${amount(off, 'INR')} off`);
  for (const { name, reason } of others.slice(0, 4)) print(`    ${name}: nothing (${reason})`);
  print(`    Total ${amount(breakup['total'] ?? 0, 'INR')}\n`);
};
