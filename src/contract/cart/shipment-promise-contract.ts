/** When things arrive, as carts and shipments say it. */
import { type Static, Type } from 'typebox';
import {
  amountOrNull,
  flagOrNull,
  numberOrNull,
  open,
  part,
  sentence,
  text,
  textOrNull,
  time,
  timeOrNull,
} from '../answer-fields.ts';
import { Nullable } from '../primitives.ts';

const between = <Bound>(bound: (description: string) => Bound, what: 'day' | 'time') => ({
  max: bound(`The latest ${what}.`),
  min: bound(`The earliest ${what}.`),
});

export const ShipmentPromise = part(
  'ShipmentPromise',
  'Between which times it arrives, in three forms; all null when no place is known.',
  {
    formatted: Type.Optional(
      part('PromiseFormatted', 'For people, such as 03 Mar, Thursday.', between(textOrNull, 'day')),
    ),
    timestamp: Type.Optional(part('PromiseTimestamp', 'Seconds since 1970.', between(amountOrNull, 'time'))),
    iso: Type.Optional(part('PromiseISOFormat', 'ISO 8601 in UTC.', between(timeOrNull, 'time'))),
  },
);
export type ShipmentPromise = Static<typeof ShipmentPromise>;

const keptFor = (name: string) =>
  Nullable(Type.Integer({ description: `Minutes for which ${name} may be sent back.` }));

export const DynamicDelivery = part('DynamicDeliveryMetadata', 'What the estimate is made of, in minutes.', {
  t1: numberOrNull('The store processes the order.'),
  t2: numberOrNull('The carrier takes it over.'),
  t3: numberOrNull('It travels.'),
  eta_mins: numberOrNull('All of it.'),
  t1_ttl_min: keptFor('t1'),
  t2_ttl_min: keptFor('t2'),
  t3_ttl_min: keptFor('t3'),
  eta_min_ttl: keptFor('eta_mins'),
});
export type DynamicDelivery = Static<typeof DynamicDelivery>;

const JourneyPromiseMeta = Type.Object(
  { dynamic_delivery: Type.Optional(DynamicDelivery) },
  {
    title: 'JourneyPromiseMeta',
    description: 'The estimate, and what the shop says of the lane.',
    additionalProperties: true,
  },
);

const DeliveryPromiseObject = part('DeliveryPromiseObject', 'When a journey arrives.', {
  min: time('The earliest time.'),
  max: time('The latest time.'),
  message: sentence('Such as Delivery by 08 Mar, Tuesday.'),
  eta_mins: numberOrNull('Minutes until it is there at the latest, when that is soon.'),
  show_eta: flagOrNull('Whether to show the minutes.'),
  model_resp: flagOrNull('Whether an estimate sent with the call was used.'),
  distance: numberOrNull('Kilometres.'),
});

export const JourneyPromise = part('JourneyPromiseObject', 'A speed at which the line can be sent.', {
  journey: text('standard, priority or rush.'),
  meta: Type.Optional(JourneyPromiseMeta),
  delivery_promise: Type.Optional(DeliveryPromiseObject),
});
export type JourneyPromise = Static<typeof JourneyPromise>;

const DeliveryPromise = part('DeliveryPromise', 'When a mode of fulfilment is done.', {
  min: timeOrNull('The earliest time.'),
  message: sentence('Such as Ready for pickup on 03 Mar, Thursday.'),
  max: timeOrNull('The latest time.'),
});

export const FulfillmentModeInfo = part('FulfillmentModeInfo', 'A way in which the line can reach its shopper.', {
  meta: open('The store, and where to pick up.'),
  slug: text('Such as home_delivery.'),
  delivery_promise: Type.Optional(DeliveryPromise),
});
export type FulfillmentModeInfo = Static<typeof FulfillmentModeInfo>;
