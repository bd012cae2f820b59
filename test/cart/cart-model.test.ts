/** Whatever a shopper does in whatever order, his carts are what a simple model says: quantities by product, bounded by stock. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type Arbitrary,
  array,
  asyncProperty,
  constant,
  assert as holds,
  integer,
  oneof,
  tuple,
  uuid,
} from 'fast-check';
import { forEachEngine } from '../databases.ts';
import { type Answer, type CartServer, openCartServer, quantities, type Shopper } from './cart-server.ts';

const detail = '/v1.0/detail?i=true';
type Quantities = Readonly<Record<string, number>>;
const stocks: Quantities = { '1_M': 7, '2_M': 1000, '3_M': 20 };
/** The cart of the friend who shares and whose carts are merged: always the same. */
const friends: Quantities = { '1_M': 3, '2_M': 2 };

/** What a shopper does: with his cart in the model, and with the one in the shop. */
type Step = {
  readonly name: string;
  readonly expected: (cart: Quantities) => Quantities;
  readonly perform: (shopper: Shopper, help: Help) => Promise<Answer>;
};
type Help = {
  readonly token: string;
  /** A new visitor with the friend's cart. */
  readonly friend: () => Promise<Shopper>;
};

const itemOf = (key: string, quantity?: number) => ({
  item_id: Number(key.split('_')[0]),
  item_size: 'M',
  ...(quantity === undefined ? {} : { quantity }),
});
const fits = (key: string, quantity: number): boolean => quantity <= (stocks[key] ?? 0);
const cut = (key: string, quantity: number): number => Math.min(quantity, stocks[key] ?? 0);
const summed = (cart: Quantities, other: Quantities): Quantities =>
  Object.entries(other).reduce((all, [key, more]) => ({ ...all, [key]: cut(key, (all[key] ?? 0) + more) }), cart);
const without = (cart: Quantities, key: string): Quantities =>
  Object.fromEntries(Object.entries(cart).filter(([name]) => name !== key));

const add = (url: string, key: string, quantity: number): Step => ({
  name: `add ${quantity} of ${key}`,
  expected: (cart) => {
    const sum = (cart[key] ?? 0) + quantity;
    return fits(key, sum) ? { ...cart, [key]: sum } : cart;
  },
  perform: (shopper) => shopper('POST', url, { items: [itemOf(key, quantity)] }),
});
const set = (key: string, quantity: number): Step => ({
  name: `set ${key} to ${quantity}`,
  expected: (cart) => (cart[key] !== undefined && fits(key, quantity) ? { ...cart, [key]: quantity } : cart),
  perform: (shopper) => shopper('PUT', detail, { operation: 'update_item', items: [itemOf(key, quantity)] }),
});
const remove = (key: string): Step => ({
  name: `remove ${key}`,
  expected: (cart) => without(cart, key),
  perform: (shopper) => shopper('PUT', detail, { operation: 'remove_item', items: [itemOf(key)] }),
});
const sync = (key: string, quantity: number): Step => ({
  name: `sync to ${quantity} of ${key}`,
  expected: () => ({ [key]: cut(key, quantity) }),
  perform: (shopper) => shopper('POST', '/v3.0/sync', { items: [itemOf(key, quantity)] }),
});
const archive: Step = {
  name: 'archive',
  expected: () => ({}),
  perform: (shopper) => shopper('PUT', '/v1.0/cart_archive'),
};
const merge: Step = {
  name: 'merge',
  expected: (cart) => summed(cart, friends),
  perform: async (shopper, { friend }) => {
    const { body } = await (await friend())('GET', detail);
    return shopper('POST', '/v3.0/merge', { cart_ids: [body['id']] });
  },
};
const take = (action: 'merge' | 'replace'): Step => ({
  name: `take the shared cart by ${action}`,
  expected: (cart) => (action === 'merge' ? summed(cart, friends) : friends),
  perform: (shopper, { token }) => shopper('POST', `/v1.0/share-cart/${token}/${action}`),
});
const sendBack: Step = {
  name: 'sync what was just read',
  expected: (cart) => cart,
  perform: async (shopper) => {
    const read = await shopper('GET', '/v3.0/detail-light');
    const answer = await shopper('POST', '/v3.0/sync', { items: read.body['items'], replace: true });
    assert.equal(versionOf(answer), versionOf(read));
    return answer;
  },
};

const product = integer({ min: 1, max: 3 }).map((id) => `${id}_M`);
const quantity = integer({ min: 1, max: 9 });
const some = tuple(product, quantity);
const step: Arbitrary<Step> = oneof(
  some.map(([key, units]) => add(detail, key, units)),
  some.map(([key, units]) => add('/v2.0/detail', key, units)),
  some.map(([key, units]) => set(key, units)),
  some.map(([key, units]) => sync(key, units)),
  product.map(remove),
  ...[archive, merge, take('merge'), take('replace'), sendBack].map((each) => constant(each)),
);

const versionOf = ({ headers }: Answer): number => Number(headers['etag']?.slice(1).split('.')[0] ?? 0);
const sorted = (cart: Quantities): readonly (readonly [string, number])[] =>
  Object.entries(cart).toSorted(([a], [b]) => (a < b ? -1 : 1));

forEachEngine((engine) => {
  let server: CartServer;
  let help: Help;
  before(async () => {
    server = await openCartServer(engine);
    for (const [key, units] of Object.entries(stocks))
      await server.shop.sell(itemOf(key).item_id, [{ quantity: units }]);
    const friend = async (): Promise<Shopper> => {
      const visitor = server.visitor();
      await visitor('POST', detail, { items: Object.entries(friends).map(([key, units]) => itemOf(key, units)) });
      return visitor;
    };
    const shared = await (await friend())('POST', '/v1.0/share-cart', {});
    help = { friend, token: String(shared.body['token']) };
  });
  after(() => server.close());

  test('a cart is what the model says after every step, and no version is skipped', async () => {
    const property = asyncProperty(array(step, { minLength: 1, maxLength: 12 }), uuid(), async (steps, userId) => {
      const shopper = await server.customer(userId);
      let model: Quantities = {};
      let version = 0;
      for (const { name, expected, perform } of steps) {
        const next = expected(model);
        assert.equal((await perform(shopper, help)).status, 200, name);
        const read = await shopper('GET', detail);
        assert.deepEqual(sorted(quantities(read.body as never)), sorted(next), name);
        const risen = versionOf(read) - version;
        const changed = JSON.stringify(sorted(next)) !== JSON.stringify(sorted(model));
        assert.ok(changed ? risen === 1 : risen <= 1, `${name}: the version rose by ${risen}`);
        model = next;
        version += risen;
      }
    });
    await holds(property, { numRuns: 25 });
  });
});
