/**
 * What the largest cart may cost: every cart operation on carts of 5, 50 and 500 lines (different articles, the offers of the demo
 * shop, gifts, a coupon, an address). CPU against five lines, and the longest time in which the server did nothing else.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Bench, BenchRow } from './report.ts';
import type { Line, Served, Taken } from './worst-cart-server.ts';

const sizes = [5, 50, 500] as const;
/** Measured and, before, to warm up. */
const calls = { 5: 100, 50: 30, 500: 4 } as const;
const TURNS_WATCHED = 3;
const COUPON = 'ONMRP5';
const MOST_HELD_MS = 50;

type Size = (typeof sizes)[number];
type Headers = Readonly<Record<string, string>>;
type Cart = {
  readonly size: Size;
  readonly headers: Headers;
  readonly lines: readonly Line[];
  readonly addressId: string;
};
type Call = { readonly method: string; readonly path: string; readonly body?: unknown };
type Operation = {
  readonly name: string;
  /** `turn` counts up, so that a change changes something every time. */
  readonly call: (cart: Cart, turn: number) => Call;
  /** Brings the cart back to what it was, beside what is measured. */
  readonly after?: (cart: Cart) => Call;
};

const path = '/service/application/cart';
const whole = 'i=true&b=true';
const get = (name: string, rest: string): Operation => ({
  name,
  call: () => ({ method: 'GET', path: `${path}${rest}` }),
});
const all = (lines: readonly Line[], quantity: number): readonly object[] =>
  lines.map((line) => ({ ...line, quantity }));
const fill = ({ lines }: Pick<Cart, 'lines'>): Call => ({
  method: 'POST',
  path: `${path}/v2.0/bulk-detail`,
  body: { items: all(lines, 2) },
});
const coupon: Call = { method: 'POST', path: `${path}/v1.0/coupon?${whole}`, body: { coupon_code: COUPON } };
const changed = (turn: number): number => 2 + (turn % 2);

const operations: readonly Operation[] = [
  get('read, whole', `/v1.0/detail?${whole}`),
  get('read, without lines', '/v1.0/detail'),
  get('detail-light', '/v3.0/detail-light'),
  get('basic', '/v1.0/basic'),
  get('basic, v2', '/v2.0/basic'),
  { name: 'HEAD', call: () => ({ method: 'HEAD', path: `${path}/v1.0/detail` }) },
  get('shipments', '/v1.0/shipment?p=true'),
  get('coupons', '/v1.0/coupon'),
  get('offers', '/v1.0/offer'),
  get('explain', '/v1.0/detail/explain'),
  get('why not', '/v1.0/detail/why-not?page_size=25'),
  get('promotions', '/v1.0/available-promotions'),
  get('payment offers', '/v1.0/available-payment-offers'),
  get('payment options', '/v1.0/payment/options'),
  get('payment, validate', '/v1.0/payment/validate?payment_mode=CARD'),
  {
    name: 'add one',
    call: ({ lines }) => ({
      method: 'POST',
      path: `${path}/v1.0/detail?${whole}`,
      body: { items: all(lines.slice(0, 1), 1) },
    }),
  },
  {
    name: 'add one, v2',
    call: ({ lines }) => ({ method: 'POST', path: `${path}/v2.0/detail`, body: { items: all(lines.slice(0, 1), 1) } }),
  },
  { name: 'add all', call: fill },
  {
    name: 'update one',
    call: ({ lines }, turn) => ({
      method: 'PUT',
      path: `${path}/v1.0/detail?${whole}`,
      body: { operation: 'update_item', items: all(lines.slice(0, 1), changed(turn)) },
    }),
  },
  {
    name: 'update all',
    call: ({ lines }, turn) => ({
      method: 'PUT',
      path: `${path}/v2.0/bulk-detail`,
      body: { operation: 'update_item', items: all(lines, changed(turn)) },
    }),
  },
  {
    name: 'synchronise',
    call: ({ lines }, turn) => ({
      method: 'POST',
      path: `${path}/v3.0/sync?${whole}`,
      body: { items: all(lines, changed(turn)), coupon_code: COUPON },
    }),
  },
  { name: 'coupon, apply', call: () => coupon },
  {
    name: 'coupon, remove',
    call: () => ({ method: 'DELETE', path: `${path}/v1.0/coupon?${whole}` }),
    after: () => coupon,
  },
  {
    name: 'address, select',
    call: ({ addressId }) => ({
      method: 'POST',
      path: `${path}/v1.0/select-address?${whole}`,
      body: { id: addressId },
    }),
  },
  {
    name: 'payment, select',
    call: (_, turn) => ({
      method: 'PUT',
      path: `${path}/v1.0/payment?${whole}`,
      body: { payment_mode: turn % 2 === 0 ? 'CARD' : 'UPI' },
    }),
  },
  {
    name: 'comment',
    call: (_, turn) => ({ method: 'PUT', path: `${path}/v1.0/meta`, body: { comment: `Ring ${turn} times` } }),
  },
  { name: 'share', call: () => ({ method: 'POST', path: `${path}/v1.0/share-cart`, body: {} }) },
  {
    name: 'empty',
    call: () => ({ method: 'PUT', path: `${path}/v1.0/cart_archive`, body: {} }),
    after: fill,
  },
  {
    name: 'checkout',
    call: ({ addressId }) => ({
      method: 'POST',
      path: `${path}/v1.0/checkout`,
      body: { payment_mode: 'CARD', address_id: addressId, billing_address_id: addressId },
    }),
    after: fill,
  },
];

type Shop = {
  readonly served: Served;
  readonly say: (word: 'cpu' | 'turns') => Promise<unknown>;
  readonly taken: () => Promise<Taken>;
};

const send = async ({ served }: Shop, headers: Headers, { method, path: at, body }: Call): Promise<Response> => {
  const answer = await fetch(`${served.url}${at}`, {
    method,
    headers: {
      authorization: served.authorization,
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
  return answer;
};

const openCart = async (shop: Shop, size: Size): Promise<Cart> => {
  const lines = shop.served.lines.slice(0, size);
  const first = await send(shop, {}, fill({ lines }));
  await first.arrayBuffer();
  const headers = { 'x-anonymous-id': first.headers.get('x-anonymous-id') ?? '' };
  const address = {
    area_code: '400001',
    state: 'Maharashtra',
    city: 'Mumbai',
    name: 'A',
    phone: '9000000009',
    address: '1 Pier',
  };
  const saved = await send(shop, headers, { method: 'POST', path: `${path}/v1.0/address`, body: address });
  const { id } = (await saved.json()) as { readonly id: string };
  const cart: Cart = { size, headers, lines, addressId: id };
  const selects: Call = { method: 'POST', path: `${path}/v1.0/select-address?${whole}`, body: { id } };
  for (const call of [selects, coupon]) await (await send(shop, headers, call)).arrayBuffer();
  const read = await send(shop, headers, { method: 'GET', path: `${path}/v1.0/detail?${whole}` });
  const { items } = (await read.json()) as { readonly items: readonly { readonly quantity: number }[] };
  if (items.length < size) throw new Error(`The cart has ${items.length} lines instead of ${size}.`);
  return cart;
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

type Figures = Taken & { readonly bytes: number };

const sent = async (shop: Shop, cart: Cart, call: Call): Promise<number> =>
  (await (await send(shop, cart.headers, call)).arrayBuffer()).byteLength;

/** What comes after each call is not counted: such calls are measured one by one. */
const cpuOf = async (shop: Shop, cart: Cart, { call, after }: Operation): Promise<number> => {
  const count = calls[cart.size];
  for (let turn = 0; turn < count; turn += 1) {
    await sent(shop, cart, call(cart, turn));
    if (after !== undefined) await sent(shop, cart, after(cart));
  }
  let micros = 0;
  await shop.say('cpu');
  for (let turn = 0; turn < count; turn += 1) {
    await sent(shop, cart, call(cart, turn));
    if (after === undefined) continue;
    micros += (await shop.taken()).cpuMicros;
    await sent(shop, cart, after(cart));
    await shop.say('cpu');
  }
  return (after === undefined ? (await shop.taken()).cpuMicros : micros) / count;
};

const measured = async (shop: Shop, cart: Cart, operation: Operation): Promise<Figures> => {
  const cpuMicros = await cpuOf(shop, cart, operation);
  const seen: Taken[] = [];
  let bytes = 0;
  for (let turn = 0; turn < (cart.size === 500 ? TURNS_WATCHED : 0); turn += 1) {
    await shop.say('turns');
    bytes = await sent(shop, cart, operation.call(cart, turn));
    seen.push(await shop.taken());
    if (operation.after !== undefined) await sent(shop, cart, operation.after(cart));
  }
  return {
    cpuMicros,
    heldMs: median(seen.map(({ heldMs }) => heldMs)),
    heldCpuMs: median(seen.map(({ heldCpuMs }) => heldCpuMs)),
    bytes,
  };
};

const rowsOf = ({ name }: Operation, figures: readonly Figures[]): readonly BenchRow[] => {
  const [few, , many] = figures;
  if (few === undefined || many === undefined) return [];
  const wanted: Readonly<Record<number, string>> = { 50: name === 'read, whole' ? '<= 8' : '', 500: '<= 100' };
  const cpu = figures.map(({ cpuMicros }, at): BenchRow => {
    const size = sizes[at] ?? 0;
    const limit = wanted[size] ?? '';
    return {
      bench: 'worst cart, CPU against 5 lines',
      case: `${name}, ${size} lines`,
      cpuMicros,
      ...(at === 0 ? {} : { ratio: cpuMicros / few.cpuMicros }),
      ...(limit === '' ? {} : { wanted: limit }),
    };
  });
  const held: BenchRow = {
    bench: 'worst cart, ms the loop is held',
    case: `${name}, 500 lines`,
    ratio: many.heldCpuMs,
    wanted: `<= ${MOST_HELD_MS}`,
    note: `${many.heldMs.toFixed(0)} ms by the clock, ${many.bytes} bytes`,
  };
  return [...cpu, held];
};

const openShop = async (server: ChildProcess): Promise<Shop> => {
  const [served] = (await once(server, 'message')) as [Served];
  const say = async (word: string): Promise<unknown> => {
    const answer = once(server, 'message');
    server.send(word);
    return (await answer)[0];
  };
  return { served, say, taken: async () => (await say('taken')) as Taken };
};

export const worstCartBench: Bench = {
  name: 'worst-cart',
  run: async () => {
    const only = process.env['WORST_CART_ONLY']?.split('|');
    const chosen = operations.filter(({ name }) => only === undefined || only.includes(name));
    const server = fork(fileURLToPath(new URL('worst-cart-server.ts', import.meta.url)));
    const ended = once(server, 'exit');
    try {
      const shop = await openShop(server);
      const carts: Cart[] = [];
      for (const size of sizes) carts.push(await openCart(shop, size));
      const rows: BenchRow[] = [];
      for (const operation of chosen) {
        const figures: Figures[] = [];
        for (const cart of carts) figures.push(await measured(shop, cart, operation));
        rows.push(...rowsOf(operation, figures));
      }
      return rows;
    } finally {
      server.kill();
      await ended;
    }
  },
};
