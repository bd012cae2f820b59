/** The rows that feed shipping methods. */
import { type Static, Type } from 'typebox';
import { Nullable } from '../primitives.ts';

const figure = (description: string) => Type.Number({ minimum: 0, maximum: 1_000_000_000, description });
const optional = (description: string) => Type.Optional(Nullable(figure(description)));
const text = (maxLength: number, description: string) =>
  Type.Optional(Nullable(Type.String({ minLength: 1, maxLength, description })));

const ShippingBand = Type.Object(
  {
    from: figure('Where it begins: money, kilograms or units, as `by` says. The first begins at 0.'),
    charge: figure('In the currency of the application.'),
    each: optional('Added for every begun `step` beyond `from`.'),
    step: optional('Money, kilograms or units.'),
  },
  { title: 'ShippingBand' },
);

const ShippingRate = Type.Object(
  {
    zones: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), {
        maxItems: 100,
        description: 'Zones of areas in which it holds; everywhere when left out.',
      }),
    ),
    countries: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), {
        maxItems: 250,
        description: 'Countries in which it holds, ISO 3166-1 alpha-2; everywhere when left out.',
      }),
    ),
    by: Type.Optional(
      Type.Enum(['value', 'weight', 'chargeable_weight', 'quantity'], {
        description: 'What bands go by: money after discounts (when left out), kilograms, kilograms by size, units.',
      }),
    ),
    bands: Type.Array(ShippingBand, { minItems: 1, maxItems: 50, description: 'In order; the last that fits counts.' }),
    free_from: optional('Goods of the whole cart, after discounts, from which nothing is charged.'),
    weight_if_unknown: optional(
      'Kilograms of a unit of which nobody knows; left out, such goods cannot have this rate.',
    ),
  },
  { title: 'ShippingRate' },
);

export const ShippingMethodRow = Type.Object(
  {
    id: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$', description: 'Carts and offers name it so.' }),
    name: Type.String({ minLength: 1, maxLength: 120, description: 'For shoppers.' }),
    description: text(500, 'For shoppers.'),
    application_id: text(24, 'Only for this application; for all of the company when left out.'),
    position: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000,
        description: 'Its place among the others, 0 when left out; the first that can take a parcel is its usual one.',
      }),
    ),
    is_active: Type.Optional(Type.Boolean({ description: 'Whether it is offered; true when left out.' })),
    journey: Type.Optional(
      Nullable(
        Type.Enum(['standard', 'priority', 'rush'], {
          description: 'The journey goods make with it: choosing it chooses that. Any when left out.',
        }),
      ),
    ),
    charged: Type.Optional(
      Type.Enum(['cart', 'shipment'], {
        description: 'Once for all parcels that go by it (when left out), or for each.',
      }),
    ),
    maximum_weight: optional('Kilograms of the heaviest parcel it takes.'),
    rates: Type.Array(ShippingRate, {
      minItems: 1,
      maxItems: 100,
      description: 'The first that holds at the place counts; where none does it is not offered.',
    }),
  },
  { title: 'ShippingMethodRow' },
);
export type ShippingMethodRow = Static<typeof ShippingMethodRow>;
