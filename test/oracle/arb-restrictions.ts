/** Who may use an offer and when: mostly nobody is kept away. */
import * as fc from 'fast-check';
import { pick, rarely } from './arb-world.ts';
import type { Definition } from './case.ts';

/** Rarely there: who may use it. */
const payments: fc.Arbitrary<Definition> = fc.oneof(
  fc.constant({}),
  pick(['HDFC'], ['ICIC']).map((codes): Definition => ({ codes })),
  fc.constant({ types: ['credit'], networks: ['visa'] }),
  pick(['4111'], ['5', '411']).map((iins): Definition => ({ iins })),
  pick({ maximum: { total: 5 }, remaining: { total: 0 } }, { maximum: { total: 5 } }).map(
    (uses): Definition => ({ uses }),
  ),
);
const restrictionArbs: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  platforms: pick(['web'], ['ios'], ['ios', 'web']),
  anonymous_users: fc.boolean(),
  user_id: pick(['u1'], ['u2']),
  user_groups: pick(['gold'], [7], ['silver']),
  exclude_user_groups: pick(['gold'], ['silver'], ['segment:regular'], ['tier:bronze']),
  user_registered: pick(
    { start: '2026-01-01T00:00:00Z' },
    { end: '2026-01-01T00:00:00Z' },
    { start: '2026-01-01T00:00:00Z', end: '2027-01-01T00:00:00Z' },
  ),
  ordering_stores: pick([1], [2]),
  shipping_methods: pick(['slow'], ['fast'], ['slow', 'once']),
  payments: fc.tuple(pick('COD', 'UPI', 'CARD'), payments).map(([mode, rule]) => ({ [mode]: rule })),
  uses: pick(
    { maximum: { total: 5, user: 1 }, remaining: { total: 5, user: 1 } },
    { maximum: { total: 5 }, remaining: { total: 0 } },
    { maximum: { user: 1 }, remaining: { user: 0 } },
    { maximum: { total: 0, user: -1 }, remaining: { total: 0 } },
  ),
  budget: fc
    .tuple(pick(0.05, 0.5, 1, 3, 10, 40, 0), pick(undefined, 'part', 'whole'))
    .map(([amount, policy]) => ({ amount, policy })),
  order_quantity: pick({ minimum: 2 }, { maximum: 2 }, { minimum: 3, maximum: 5 }),
};
/** Groups that a customer is in by what he did. */
const earnedGroups = pick(
  ['segment:first-order'],
  ['segment:first-order'],
  ['segment:regular', 'segment:good'],
  ['segment:regular'],
  ['tier:gold'],
  ['tier:bronze', 'tier:gold'],
).map((user_groups): Definition => ({ user_groups }));
/** Those that hold for few carts are drawn more often. */
const weights: Readonly<Record<string, number>> = {
  payments: 3,
  shipping_methods: 3,
  user_registered: 2,
  ordering_stores: 2,
  budget: 2,
};
export const restrictionsArb: fc.Arbitrary<Definition | undefined> = rarely(
  4,
  fc.oneof(
    { weight: 6, arbitrary: earnedGroups },
    ...Object.entries(restrictionArbs).map(([name, arb]) => ({
      weight: weights[name] ?? 1,
      arbitrary: arb.map((value): Definition => ({ [name]: value })),
    })),
  ),
);
export const scheduleArb: fc.Arbitrary<Definition | undefined> = rarely(
  12,
  pick(
    { start: '2026-11-01T00:00:00Z', end: '2026-12-01T00:00:00Z' },
    { start: '2026-11-15T12:00:00Z' },
    { end: '2026-11-15T12:00:00Z' },
    { start: '2026-11-01T00:00:00Z', next_schedule: [{ start: '2026-11-16T00:00:00Z', end: '2026-11-17T00:00:00Z' }] },
    {
      next_schedule: [
        { start: '2026-11-14T00:00:00Z', end: '2026-11-14T09:00:00Z' },
        { start: '2026-11-15T11:00:00Z', end: '2026-11-15T13:00:00Z' },
      ],
    },
  ),
);
