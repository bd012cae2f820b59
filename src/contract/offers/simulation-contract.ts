/** Offers tried over what was recorded: what they would have cost. Amounts are in the application's currency. */
import { type Static, Type } from 'typebox';
import { ApplicationPath } from '../applications/application-admin-contract.ts';
import { explainLanguage } from '../cart/cart-explain-contract.ts';
import { cursorList, CursorQuery } from '../cursor-page-contract.ts';
import { DateTime, Nullable, ObjectId } from '../primitives.ts';
import { Anything } from './offer-parts-contract.ts';

const time = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));
const ids = (description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100, description }));

const asked = {
  from_date: time('Of what was recorded at this time or later; thirty days before to_date when left out.'),
  to_date: time('Of what was recorded before this time; now when left out. At most 400 days behind from_date.'),
  of: Type.Optional(
    Type.Array(Type.Enum(['orders', 'carts']), {
      minItems: 1,
      maxItems: 2,
      description: 'orders, as they were kept; carts in use, as they would cost now. Orders when left out.',
    }),
  ),
  offer_ids: ids('Saved offers that are tried, in whatever state.'),
  promotions: Type.Optional(
    Type.Array(Anything, { maxItems: 20, description: 'Promotions that are tried and not saved.' }),
  ),
  coupons: Type.Optional(Type.Array(Anything, { maxItems: 20, description: 'Coupons that are tried and not saved.' })),
  without_offer_ids: ids('Published offers that it is tried to be without.'),
  coupon_code: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'Whatever has no coupon is taken to have typed this.' }),
  ),
  least_price_percent: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'A unit sold for less than this share of its price before offers is a breach; 50 when left out.',
    }),
  ),
  language: explainLanguage,
};
/** A misspelt field would be dropped, and something else tried than was meant: it is refused. */
export const SimulationBody = Type.Object(asked, {
  title: 'SimulationBody',
  additionalProperties: false,
  propertyNames: { enum: Object.keys(asked) },
});
export type SimulationBody = Static<typeof SimulationBody>;

const count = (description: string) => Type.Integer({ description });
const money = (description: string) => Type.Number({ description });
const named = { offer_id: Type.String(), name: Type.String() };

export const SimulationResult = Type.Object(
  {
    from_date: DateTime,
    to_date: DateTime,
    currency: Type.String(),
    orders: count('Orders that were priced again.'),
    carts: count('Carts that were.'),
    reproduced: count('Of both, those that come to their recorded total under the published offers.'),
    unpriced: count('Those that could not be read.'),
    without_rules: Type.Optional(
      count('Carts priced without a custom rule of the shop: one that is called, or a module that did not answer.'),
    ),
    note: Type.Optional(Type.String({ description: 'That for people; empty where nothing was left out.' })),
    before: money('What shoppers pay under the published offers, by balances too.'),
    after: money('What they would pay under the tried ones.'),
    cost: money('before less after.'),
    cashback: money('Cashback that would be credited besides.'),
    touched: count('Orders and carts that the tried offers change.'),
    dearer: count('Those that would cost more.'),
    average_saving: money('cost for each that is touched.'),
    margin_breaches: count('Those with a unit below least_price_percent that a tried offer made cheaper.'),
    floor_reached: count('Those in which a floor price held a tried offer back.'),
    stacking_accidents: count('Those with such a unit on which offers met.'),
    offers: Type.Array(
      Type.Object({
        ...named,
        carts: count('That it changes.'),
        amount: money('That it takes off.'),
        cashback: money('That it credits.'),
      }),
      { description: 'The tried offers.' },
    ),
    stacks: Type.Array(
      Type.Object({
        offers: Type.Array(Type.Object(named)),
        carts: count('In which they meet on one unit.'),
        accidents: count('In which the unit falls below least_price_percent.'),
        deepest_percent: count('The most that a unit loses.'),
      }),
      { description: 'Offers that meet on one unit, a tried one among them; twenty at most.' },
    ),
    worst: Type.Array(
      Type.Object({
        kind: Type.Enum(['order', 'cart']),
        id: Type.String({ description: 'Of the order, or the number of the cart.' }),
        before: money('What it costs under the published offers.'),
        after: money('What it would cost.'),
        saving: money('The difference.'),
        explanation: Type.Array(Type.String(), { description: 'How it would come about, for people.' }),
      }),
      { description: 'The ten that would cost the shop most.' },
    ),
  },
  { title: 'SimulationResult' },
);
export type SimulationResult = Static<typeof SimulationResult>;

const simulationStates = ['waiting', 'running', 'finished', 'cancelled', 'failed'] as const;
export type SimulationState = (typeof simulationStates)[number];

export const SimulationPath = Type.Object({ ...ApplicationPath.properties, simulation_id: ObjectId });

export const SimulationView = Type.Object(
  {
    id: ObjectId,
    state: Type.Enum([...simulationStates], { description: 'waiting, running, then finished, cancelled or failed.' }),
    done: count('Carts and orders that were priced again.'),
    total: count('All of them; 0 before it has begun.'),
    problem: Nullable(Type.String({ description: 'Why it failed.' })),
    created_at: DateTime,
    started_at: Nullable(DateTime),
    ended_at: Nullable(DateTime),
    modified_at: DateTime,
    asked: SimulationBody,
    result: Nullable(SimulationResult),
  },
  { title: 'Simulation' },
);
export type SimulationView = Static<typeof SimulationView>;

export const SimulationList = cursorList('SimulationList', SimulationView);
export const SimulationListQuery = CursorQuery;
