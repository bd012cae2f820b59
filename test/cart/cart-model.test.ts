/** Whatever a shopper does in whatever order, his cart is what a simple model says: lines, coupon and its discount, choices. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { array, asyncProperty, assert as holds } from 'fast-check';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { readHolds, releaseUses } from '../../src/offers/uses/use-statements.ts';
import {
  couponTerms,
  discount,
  emptyModel,
  friends,
  type Help,
  itemOf,
  type Model,
  prices,
  step,
  stocks,
  subtotal,
} from './cart-model.ts';
import { type CartServer, openCartServer, quantities, type Shopper } from './cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { holdUses } from '../offers/hold-uses.ts';
import { runs } from '../laws/runs.ts';

const detail = '/v1.0/detail?i=true&b=true';
const holdKey = 'order:somebody-else';
/** Far beyond the test's own clock. */
const never = Date.UTC(2100, 0, 1);

const openShop = async (server: CartServer): Promise<Help> => {
  const { shop } = server;
  const { node, applicationId } = shop;
  for (const [key, units] of Object.entries(stocks)) {
    const price = prices[key] ?? 0;
    const inRupees = [{ currency_code: 'INR', marked: price, effective: price }];
    await shop.sell(itemOf(key).item_id, [{ quantity: units, prices: inRupees }]);
  }
  const coupon = (code: string, limits: object): Promise<string> => {
    const { percent, min, most } = couponTerms[code] ?? { percent: 0, min: 0, most: 0 };
    return shop.coupon({
      code,
      display_meta: { title: code },
      rule_definition: { type: 'percentage', value_type: 'percentage', applicable_on: 'amount', calculate_on: 'esp' },
      rule: [{ key: 1, min, value: percent, max: most }],
      ...limits,
    });
  };
  await coupon('TEN', {});
  const offerId = await coupon('FEW', { restrictions: { uses: { maximum: { total: 1 } } } });
  const friend = async (): Promise<Shopper> => {
    const visitor = server.visitor();
    await visitor('POST', detail, { items: Object.entries(friends).map(([key, units]) => itemOf(key, units)) });
    return visitor;
  };
  const shared = await (await friend())('POST', '/v1.0/share-cart', {});
  const limits = [{ holder: '', most: 1 }];
  const uses = [{ applicationId, offerId, holdKey, limits }];
  return {
    friend,
    token: String(shared.body['token']),
    takeUse: async () => {
      const { held } = await holdUses(node.db, { applicationId, holdKey, uses, expiresAt: never, now: node.now() });
      assert.equal(held, true);
      return undefined;
    },
    giveUse: async () => {
      const held = await readHolds(node.db, applicationId, holdKey);
      if (held.length > 0) await node.db.commit(releaseUses(held));
      return undefined;
    },
  };
};

const sorted = (of: Readonly<Record<string, number>>): readonly (readonly [string, number])[] =>
  Object.entries(of).toSorted(([a], [b]) => (a < b ? -1 : 1));

/** The part of the model that a cart answers with. */
const seen = (cart: CartDetail) => ({
  lines: sorted(quantities(cart)),
  coupon: cart.coupon?.coupon_code ?? '',
  couponCounts: cart.coupon?.is_applied ?? false,
  discount: cart.breakup_values?.coupon?.value ?? 0,
  total: cart.breakup_values?.raw?.total ?? 0,
  payment: cart.payment_selection_lock?.default_options,
  isPromised: typeof cart.delivery_promise?.timestamp?.min === 'number',
});
/** What of it is the cart's own, so that changing it makes a version. */
const stored = ({ lines, coupon, payment, hasAddress }: Model): string =>
  JSON.stringify([sorted(lines), coupon, payment, hasAddress]);
const expectedOf = (model: Model): ReturnType<typeof seen> => {
  const isEmpty = Object.keys(model.lines).length === 0;
  return {
    lines: sorted(model.lines),
    coupon: model.coupon ?? '',
    couponCounts: discount(model) > 0,
    discount: discount(model),
    total: subtotal(model) - discount(model),
    payment: model.payment ?? 'COD',
    isPromised: model.hasAddress && !isEmpty,
  };
};

forEachEngine(async (engine) => {
  let people = 0;
  const server = await openCartServer(engine);
  after(() => server.close());
  const help = await openShop(server);

  test('a cart is what the model says after every step, and no version is skipped', async () => {
    const property = asyncProperty(array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      people += 1; // also a smaller case that is tried after a failure begins with an empty cart
      const shopper = await server.customer(`user-${people}`);
      await help.giveUse();
      let model = emptyModel;
      let version = 0;
      for (const { name, expected, perform } of steps) {
        const next = expected(model);
        const answer = await perform(shopper, help);
        assert.ok(answer === undefined || answer.status === 200, `${name}: ${answer?.status}`);
        const read = await shopper('GET', detail);
        assert.deepEqual(seen(read.body as never), expectedOf(next), name);
        const now = Number(read.headers['etag']?.slice(1).split('.')[0] ?? 0);
        const wanted = stored(next) === stored(model) ? [version, version + 1] : [version + 1];
        assert.ok(wanted.includes(now), `${name}: the version went from ${version} to ${now}`);
        model = next;
        version = now;
      }
    });
    await holds(property, { numRuns: runs(15) });
  });
});
