/** A day in the demo shop as it ships: everything its visitors, its customers and its merchant can make the interface show. */
import { clients, merchant } from './merchant-visit.ts';
import type { ShippedShop } from './shipped-shop.ts';
import {
  cart,
  type Day,
  empty,
  fill,
  type Find,
  finder,
  type Item,
  look,
  mumbai,
  type OnAnswer,
  pay,
} from './visit-steps.ts';

/** Goods of every kind with every offer on them; coupons that apply and that do not. */
const offers = async (day: Day, find: Find): Promise<void> => {
  const many = (category: string, quantity: number): object => ({ ...find(category), quantity });
  const carts: readonly (readonly object[])[] = [
    [many('T-Shirts', 2), many('Perfumes', 1), many('Mugs', 4), many('Notebooks', 3), many('Kettles', 1)],
    [many('Dresses', 2), many('Boots', 1), many('Table Lamps', 2), many('Candles', 3), many('Kurtas', 2)],
    [many('Headphones', 2), many('Serums', 6), many('Sandals', 1), many('Bed Linen', 3), many('Tops', 4)],
    [many('Serums', 3), many('bundle', 1), many('set', 1), many('Lipsticks', 3), many('Scarves', 3)],
    [
      many('Mugs', 3),
      many('Perfumes', 2),
      many('Totes', 1),
      many('Sunglasses', 1),
      many('Headphones', 1),
      many('Cameras', 1),
    ],
    [many('Mugs', 2), many('Sandals', 2), many('Sneakers', 3), many('Plant Pots', 2), many('Skirts', 1)],
    [
      { ...find('Serums', 1), quantity: 4 },
      { ...find('Serums', 2), quantity: 6 },
      { ...find('Serums', 3), quantity: 12 },
    ],
  ];
  for (const items of carts) {
    const shopper = day.shop.visitor();
    await fill(day, shopper, items);
    for (const area of [
      '',
      mumbai,
      '&area_code=560001',
      '&area_code=744101',
      '&area_code=194101',
      '&area_code=10001',
    ]) {
      await look(day, shopper, area);
    }
    await look(day, shopper, `${mumbai}&c=true&t1=5&t2=0&t3=12&eta_mins=30`);
    await look(day, shopper, `${mumbai}&order_type=PickAtStore`);
    await look(day, shopper, mumbai, { 'x-currency-code': 'USD' });
    for (const coupon_code of [
      'WELCOME10',
      'FLAT250',
      'SAVEMORE',
      'LIPS3',
      'SCARF3',
      'CARD10',
      'BACK75',
      'METRO100',
      'ONMRP5',
      'SKIRT8',
      'NOPE',
    ]) {
      await shopper('DELETE', `${cart}/coupon`);
      const answer = await shopper('POST', `${cart}/coupon?i=true&b=true${mumbai}`, { coupon_code });
      if (answer.status === 200) day.tell('cart', answer.body);
      await look(day, shopper);
    }
  }
  // Gifts come with perfumes of several stores, from those stores and from others.
  for (const at of [0, 1, 2, 3, 4, 5]) {
    for (const area of ['400001', '110001', '560001', '700001']) {
      await fill(day, day.shop.visitor(), [{ ...find('Perfumes', at), quantity: 1 }], `&area_code=${area}`);
    }
  }
};

/** What closely chosen offers are about: two pieces of a brand, new arrivals and bestsellers of a store, single products. */
const closely = async (day: Day): Promise<void> => {
  const listed = async (query: string): Promise<readonly Item[]> => {
    const path = `/service/application/catalog/v1.0/products?in_stock=true&page_size=100&${query}`;
    const { body } = await day.shop.call('GET', path);
    return (body['items'] as readonly Listed[]).flatMap(({ uid, type, sizes }) => {
      const size = sizes.find(({ is_available }) => is_available);
      return size === undefined || type !== 'product' ? [] : [{ item_id: uid, item_size: size.value }];
    });
  };
  const petalroot = await listed('brand=19&l1_category=5');
  const clayloft = await listed('brand=17');
  for (const item of [...petalroot.slice(0, 6), ...clayloft.slice(0, 6)]) {
    await fill(day, day.shop.visitor(), [{ ...item, quantity: 2 }]);
  }
  for (const [store_id, tag, area] of [
    [101, 'new-arrival', '400001'],
    [103, 'bestseller', '560001'],
  ] as const) {
    for (const item of (await listed(`tag=${tag}`)).slice(0, 30)) {
      await fill(day, day.shop.visitor(), [{ ...item, quantity: 1, store_id }], `&area_code=${area}`);
    }
  }
  for (const words of ['tote', 'sunglasses']) {
    for (const item of await listed(`q=${words}`)) await fill(day, day.shop.visitor(), [{ ...item, quantity: 1 }]);
  }
};
type Listed = {
  readonly uid: number;
  readonly type: string;
  readonly sizes: readonly { readonly value: string; readonly is_available: boolean }[];
};

/** A kind of cart of its own, joining carts, a customer at his address, and orders that need more. */
const others = async (day: Day, find: Find): Promise<void> => {
  const { shop, tell } = day;
  const shopper = shop.visitor();
  for (let at = 0; at < 12; at += 1) {
    const item = find('Chairs', at);
    const answer = await fill(day, shopper, [{ ...item, quantity: 1 }], `${mumbai}&cart_type=made-to-order`);
    if (answer.body['success'] === true) break;
  }
  await look(day, shopper, `${mumbai}&cart_type=made-to-order`);

  const asha = await shop.customer('demo-asha');
  const before = shop.visitor();
  const first = await fill(day, before, [{ ...find('Kettles'), quantity: 1 }]);
  const anonymous = { 'x-anonymous-id': first.headers['x-anonymous-id'] ?? '' };
  await look(day, asha, mumbai, anonymous);
  for (const quantity of [45, 30]) {
    const source = await fill(day, shop.visitor(), [
      { ...find('Notebooks'), quantity },
      { ...find('Plant Pots', quantity % 2), quantity: 1 },
    ]);
    const { id } = source.body['cart'] as { readonly id: string };
    await fill(day, asha, [{ ...find('Notebooks'), quantity: 40 }]);
    await empty(day, find('Plant Pots', quantity % 2));
    tell('added', (await asha('POST', '/service/application/cart/v3.0/merge?i=true&b=true', { cart_ids: [id] })).body);
  }
  const { address } = (await asha('GET', `${cart}/address`)).body as {
    readonly address: readonly { readonly id: string }[];
  };
  for (const { id } of address) {
    await asha('POST', `${cart}/select-address?i=true&b=true`, { id });
    await look(day, asha, '');
  }
  await pay(asha, 'COD');
  await fill(day, asha, [{ ...find('Cameras'), quantity: 2 }]);
  await look(day, asha, '');
};

/** Every way of paying, in every currency, with what customers have. */
const paying = async (day: Day, find: Find): Promise<void> => {
  const asha = await day.shop.customer('demo-asha');
  const ravi = await day.shop.customer('demo-ravi');
  for (const shopper of [asha, ravi]) {
    await fill(day, shopper, [
      { ...find('Chairs'), quantity: 1 },
      { ...find('Speakers'), quantity: 1 },
    ]);
    for (const currency of ['INR', 'USD', 'JPY']) await look(day, shopper, mumbai, { 'x-currency-code': currency });
    for (const mode of ['COD', 'CARD', 'NB', 'UPI', 'WALLET']) {
      await pay(shopper, mode);
      await look(day, shopper);
    }
    for (const plan of [
      'aravalli-3-no-cost',
      'aravalli-6-low-cost',
      'aravalli-12',
      'godavari-6',
      'godavari-9-cardless',
    ]) {
      await pay(shopper, 'EMI', plan);
      await look(day, shopper);
    }
    await look(day, shopper, `${mumbai}&assign_card_id=1`);
    await shopper('POST', `${cart}/redeem/points`, { redeem_points: true });
    await look(day, shopper);
    await shopper('POST', `${cart}/coupon`, { coupon_code: 'SIGNEDIN' });
    await look(day, shopper);
  }
};

/** All fields of an item that is added, and all that is written on a cart. */
const written = async (day: Day, find: Find): Promise<void> => {
  const shopper = day.shop.visitor();
  const first = await fill(day, shopper, [
    { ...find('set'), quantity: 1 },
    { item_id: 1, item_size: 'M' },
  ]);
  const [line] = (first.body['cart'] as { items: { identifiers: { identifier: string }; article: { uid: string } }[] })
    .items;
  await fill(day, shopper, [
    {
      ...find('Candles'),
      quantity: 2,
      parent_item_identifiers: [{ identifier: line?.identifiers.identifier }],
      product_group_tags: ['evening'],
      display: 'By the lamp',
      extra_meta: { engraving: 'A' },
      _custom_json: { note: 1 },
      meta: { from: 'test' },
      journey: 'priority',
      fulfillment_mode: 'home_delivery',
    },
    { ...find('Notebooks'), quantity: 10, price_factory_type_id: 'wholesale' },
    { ...find('Kettles'), quantity: 1, order_type: 'PickAtStore', fulfillment_mode: 'store_pickup' },
  ]);
  await shopper('PUT', `${cart}/meta`, {
    comment: 'Ring twice',
    gstin: '27AAPFU0939F1ZV',
    ship_to_gstin: '29AABCK7730H1ZE',
    pan_no: 'AAPFU0939F',
    checkout_mode: 'other',
    custom_cart_meta: { floor: 3 },
    gift_details: { [line?.identifiers.identifier ?? '']: { is_gift_applied: true, gift_message: 'For you' } },
  });
  await look(day, shopper);
  const another = { is_gift_applied: true, gift_message: 'From all of us' };
  await shopper('PUT', `${cart}/meta`, { gift_details: { [line?.identifiers.identifier ?? '']: another } });
  await look(day, shopper, `${mumbai}&order_type=PickAtStore`);
  await fill(day, shopper, [{ ...find('Watches'), quantity: 1 }], `${mumbai}&buy_now=true`);
  await look(day, shopper, `${mumbai}&buy_now=true`);
  await fill(day, shopper, [{ ...find('Scarves'), quantity: 1 }]);
};

export const spendDay = async (shop: ShippedShop, tell: OnAnswer): Promise<void> => {
  const day = { shop, tell };
  const find = await finder(day);
  for (const part of [offers, closely, paying, written, others, merchant]) {
    await part(day, find);
    shop.node.clock.at += 600_000;
  }
  await clients(day);
};
