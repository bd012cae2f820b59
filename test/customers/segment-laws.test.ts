/**
 * Segments: after any history of orders, payments, goods given back, words of a profile and time, a customer is in those whose
 * conditions hold when they are read plainly, and an offer for them acts for him and for nobody else.
 */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import * as fc from 'fast-check';
import { completeSettings } from '../../src/applications/settings.ts';
import type { Segment } from '../../src/contract/applications/segment-settings-contract.ts';
import { saveWritten } from '../../src/customers/customer-store.ts';
import { knowCustomer } from '../../src/customers/know-customer.ts';
import { type Known, membershipOf } from '../../src/customers/segments/segment-rules.ts';
import { countOrder, moveStanding } from '../../src/customers/standing-statements.ts';
import { noTier } from '../../src/customers/tiers/tier-rules.ts';
import { priceCart } from '../../src/pricing/price-cart.ts';
import { isoTime } from '../../src/shared/clock.ts';
import { newNode } from '../applications/new-node.ts';
import { newShop } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';
import { article, cartOf, offersOf, promotion } from '../pricing/carts.ts';
import { blankInput } from '../pricing/price-inputs.ts';
import { runs } from '../laws/runs.ts';

const DAY = 86_400_000;
const START = Date.UTC(2036, 0, 1);
const words = ['trade', 'press', 'staff'] as const;
const some = fc.subarray([...words]);

type Conditions = Segment['conditions'];
type Range = { readonly min?: number; readonly max?: number };
/** Bounds so near each other that histories of a few steps cross them. */
const rangeArb = (most: number): fc.Arbitrary<Range> =>
  fc.tuple(fc.nat(most), fc.nat(most), fc.constantFrom('min', 'max', 'both')).map(([a, b, which]) => {
    const [min, max] = [Math.min(a, b), Math.max(a, b)];
    return which === 'both' ? { min, max } : which === 'min' ? { min: a } : { max: b };
  });
const conditionsArb: fc.Arbitrary<Conditions> = fc
  .record(
    {
      orders: rangeArb(3),
      spent: rangeArb(40).map(({ min, max }) => ({
        ...(min === undefined ? {} : { min: min / 2 }),
        ...(max === undefined ? {} : { max: max / 2 }),
      })),
      days_since_order: rangeArb(8),
      account_days: rangeArb(12),
      groups: fc.subarray([...words], { minLength: 1 }),
      tags: fc.subarray([...words], { minLength: 1 }),
    },
    { requiredKeys: [] },
  )
  .filter((conditions) => Object.keys(conditions).length > 0);
const segmentsArb: fc.Arbitrary<readonly Segment[]> = fc
  .array(conditionsArb, { minLength: 1, maxLength: 3 })
  .map((all) => all.map((conditions, at) => ({ slug: `own-${at}`, name: `Own ${at}`, conditions })));

/** What the words of a condition say, in minor units and milliseconds, and nothing cleverer. */
const plainly = (conditions: Conditions, known: Known, now: number): boolean => {
  const { orders, spent, days_since_order: since, account_days: age, groups, tags } = conditions;
  const lies = (value: number, { min, max }: Range, unit = 1): boolean =>
    (min === undefined || value >= min * unit) && (max === undefined || value <= max * unit);
  const wholeDays = (at: number | null, range: Range): boolean => {
    if (at === null) return false;
    let days = 0;
    while (at + (days + 1) * DAY <= now) days += 1;
    return lies(days, range);
  };
  return [
    orders === undefined || lies(known.orders, orders),
    spent === undefined || lies(known.spent, spent, 100),
    since === undefined || wholeDays(known.lastOrderAt, since),
    age === undefined || wholeDays(known.since, age),
    groups === undefined || groups.some((group) => known.groups.includes(group)),
    tags === undefined || tags.some((tag) => known.tags.includes(tag)),
  ].every(Boolean);
};
const plainGroups = (segments: readonly Segment[], known: Known, now: number): readonly string[] => [
  ...(known.orders === 0 ? ['segment:first-order'] : []),
  ...segments.filter(({ conditions }) => plainly(conditions, known, now)).map(({ slug }) => `segment:${slug}`),
];

const knownArb: fc.Arbitrary<Known> = fc.record({
  orders: fc.nat(4),
  spent: fc.nat(2200),
  lastOrderAt: fc.option(fc.nat(10 * DAY).map((ago) => START - ago)),
  since: fc.option(fc.nat(14 * DAY).map((ago) => START - ago)),
  groups: some,
  tags: some,
  tier: fc.constant(noTier),
});
const groupsOf = (segments: readonly Segment[], known: Known, now = START): readonly string[] =>
  membershipOf(segments, known, 2, now).groups;

/** What an offer for these groups takes off a cart of a customer in those. */
const takenOff = (groups: readonly string[], restrictions: object): number => {
  const offers = offersOf(promotion('for-some', 'percentage', { discount_percentage: 10 }, { restrictions }));
  const { breakup } = priceCart(
    cartOf([[article('a', 10_000), 1]], { offers, shopper: { ...blankInput.shopper, userId: 'asha', groups } }),
  );
  return 10_000 - breakup.total;
};

describe('a segment', () => {
  test('is what its conditions say, and so are the offers that name it or leave it out', () => {
    fc.assert(
      fc.property(segmentsArb, knownArb, (segments, known) => {
        const groups = groupsOf(segments, known);
        assert.deepEqual(groups, plainGroups(segments, known, START));
        for (const name of ['segment:first-order', ...segments.map(({ slug }) => `segment:${slug}`)]) {
          const isIn = groups.includes(name);
          assert.equal(takenOff(groups, { user_groups: [name] }), isIn ? 1000 : 0, name);
          assert.equal(takenOff(groups, { exclude_user_groups: [name] }), isIn ? 0 : 1000, name);
        }
      }),
      { numRuns: runs(120) },
    );
  });

  test('is kept by time alone until the moment that was told', () => {
    fc.assert(
      fc.property(segmentsArb, knownArb, fc.nat(20 * DAY), (segments, known, later) => {
        const { groups, until } = membershipOf(segments, known, 2, START);
        assert.ok(until === null || until > START);
        const end = until ?? Infinity;
        for (const now of [START + later, end - 1].filter((at) => at < end && at < Infinity)) {
          assert.deepEqual(groupsOf(segments, known, now), groups, `${now - START} later`);
        }
        assert.deepEqual(groupsOf(segments, known, START + later), plainGroups(segments, known, START + later));
      }),
      { numRuns: runs(300) },
    );
  });

  test('of lower bounds is not lost by buying, one of upper bounds not won; groups and tags only open doors', () => {
    const only = (bound: 'min' | 'max') =>
      fc
        .record({ orders: fc.nat(3), spent: fc.nat(20) })
        .map(({ orders, spent }): readonly Segment[] => [
          { slug: 'own', name: 'Own', conditions: { orders: { [bound]: orders }, spent: { [bound]: spent } } },
        ]);
    const more = (known: Known, spent: number): Known => ({
      ...known,
      orders: known.orders + 1,
      spent: known.spent + spent,
      lastOrderAt: START,
    });
    fc.assert(
      fc.property(only('min'), only('max'), knownArb, fc.nat(1500), (low, high, known, spent) => {
        const bought = more(known, spent);
        if (groupsOf(low, known).includes('segment:own')) assert.ok(groupsOf(low, bought).includes('segment:own'));
        if (groupsOf(high, bought).includes('segment:own')) assert.ok(groupsOf(high, known).includes('segment:own'));
        assert.ok(!groupsOf([], bought).includes('segment:first-order'), 'nobody orders for the first time twice');
      }),
      { numRuns: runs(300) },
    );
    fc.assert(
      fc.property(segmentsArb, knownArb, some, some, (segments, known, groups, tags) => {
        const named = { ...known, groups: [...known.groups, ...groups], tags: [...known.tags, ...tags] };
        const after = new Set(groupsOf(segments, named));
        assert.ok(groupsOf(segments, known).every((group) => after.has(group)));
      }),
      { numRuns: runs(300) },
    );
  });
});

type Step =
  | { readonly what: 'order'; readonly total: number; readonly paid: boolean }
  | { readonly what: 'pay' | 'end'; readonly nth: number }
  | { readonly what: 'give back'; readonly nth: number; readonly amount: number }
  | { readonly what: 'say'; readonly groups: string[]; readonly tags: string[]; readonly registered: number | null }
  | { readonly what: 'wait'; readonly ms: number };
const nth = fc.nat(3);
const stepArb: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constant('order'), total: fc.nat(1200), paid: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom('pay', 'end'), nth }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('give back'), nth, amount: fc.nat(600) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('say'),
      groups: some,
      tags: some,
      registered: fc.option(fc.nat(10 * DAY)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('wait'), ms: fc.nat(4 * DAY) }) },
);

type Order = { readonly total: number; paid: number; isOver: boolean };

forEachEngine(async (engine) => {
  const node = await newNode(engine);
  after(node.close);
  const { db } = node;
  const { applicationId } = await newShop(node);
  const settings = completeSettings({ name: 'Shop', currency: 'INR', country: 'IN' });
  let customers = 0;

  /** Each step as orders take it to the customer's standing, and what a plain reader of the history keeps of it. */
  const customerOf = (userId: string) => {
    const owner = { applicationId, userId };
    const orders: Order[] = [];
    let [now, first, last] = [START, null as number | null, null as number | null];
    let said = { groups: [] as string[], tags: [] as string[], registered: null as number | null };
    const place = async ({ total, paid: isPaid }: Extract<Step, { what: 'order' }>): Promise<void> => {
      const paid = isPaid ? total : 0;
      await db.commit([countOrder(owner, { orders: 1, spent: paid }, now, null)]);
      orders.push({ total, paid, isOver: false });
      [first, last] = [first ?? now, now];
    };
    const say = async ({ groups, tags, registered }: Extract<Step, { what: 'say' }>): Promise<void> => {
      const at = registered === null ? null : now - registered;
      const profile = { groups, tags, ...(at !== null && { registered_at: isoTime(at) }) };
      await db.commit([saveWritten(applicationId, userId, profile, now)]);
      said = { groups, tags, registered: at };
      first ??= now;
    };
    const change = async (step: Extract<Step, { nth: number }>): Promise<void> => {
      const order = orders[step.nth % Math.max(1, orders.length)];
      if (order === undefined || order.isOver) return;
      const before = order.paid;
      if (step.what === 'pay') order.paid = order.total;
      if (step.what === 'give back') order.paid = Math.max(0, before - step.amount);
      if (step.what === 'end') [order.paid, order.isOver] = [0, true];
      await db.commit(moveStanding(owner, { orders: order.isOver ? -1 : 0, spent: order.paid - before }));
    };
    return {
      live: async (step: Step): Promise<void> => {
        if (step.what === 'wait') now += step.ms;
        else if (step.what === 'order') await place(step);
        else if (step.what === 'say') await say(step);
        else await change(step);
      },
      now: () => now,
      known: (): Known => {
        const alive = orders.filter(({ isOver }) => !isOver);
        const { groups, tags, registered } = said;
        const spent = alive.reduce((sum, { paid }) => sum + paid, 0);
        const since = registered ?? first;
        return { orders: alive.length, spent, lastOrderAt: last, since, groups, tags, tier: noTier };
      },
    };
  };

  test('a customer is in the segments that his history puts him into, whatever his proof claims', () =>
    fc.assert(
      fc.asyncProperty(segmentsArb, fc.array(stepArb, { maxLength: 9 }), async (segments, steps) => {
        const userId = `customer-${(customers += 1)}`;
        const { live, known: knownNow, now } = customerOf(userId);
        for (const step of steps) await live(step);
        const known = knownNow();
        const shop = { applicationId, settings: { ...settings, segments: [...segments] } };
        const claims = { groups: ['segment:own-0', 'segment:first-order'] };
        const customer = { userId, claims, expiresAt: null };
        const { groups, orders } = await knowCustomer({ db, now }, shop, customer);
        assert.deepEqual(groups, [...known.groups, ...plainGroups(segments, known, now())]);
        assert.equal(orders, known.orders);
      }),
      { numRuns: runs(60) },
    ));
});
