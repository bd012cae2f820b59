/** The rows that feed stores, areas and lanes. */
import { type Static, Type } from 'typebox';
import { Nullable } from '../primitives.ts';

const uid = (description: string) => Type.Integer({ minimum: 1, maximum: 2_147_483_647, description });
const country = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.' });
const timeZone = Type.String({ maxLength: 64, description: 'IANA name, such as Asia/Kolkata.' });
const timeOfDay = Type.String({ pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$', description: 'Such as 09:30.' });
const Hours = Type.Array(Type.Object({ opens: timeOfDay, closes: timeOfDay }), { maxItems: 8 });
const day = Type.Optional(Hours);
const meta = Type.Optional(
  Type.Unsafe<Readonly<Record<string, unknown>>>({
    type: 'object',
    additionalProperties: true,
    description: 'Your own data.',
  }),
);
const text = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }));
const minutesOfWork = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 525_600, description }));

export const StoreRow = Type.Object(
  {
    uid: uid('Number of the store in its company.'),
    name: Type.String({ minLength: 1, maxLength: 120 }),
    store_code: Type.String({ minLength: 1, maxLength: 64, description: 'Your own name for it.' }),
    city: text(120, 'Where it stands.'),
    address: text(500, 'Shown to people who pick up.'),
    phone: text(40, 'By which it is called.'),
    contact_person: text(120, 'Whom to ask for there.'),
    area_code: Type.String({ minLength: 1, maxLength: 24, description: 'Postal code.' }),
    state: text(120, 'As addresses write it. For the split of GST; none when left out.'),
    country,
    time_zone: timeZone,
    hours: Type.Object(
      { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day, saturday: day, sunday: day },
      { description: 'Opening hours of each weekday; a day left out is closed.' },
    ),
    exceptions: Type.Optional(
      Type.Array(Type.Object({ date: Type.String({ description: 'Such as 2026-11-15.' }), hours: Hours }), {
        maxItems: 400,
        description: 'Days that differ; one without hours is a holiday.',
      }),
    ),
    cut_off: Type.Optional(
      Nullable(
        Type.String({
          pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
          description: 'Orders from then on count as the next working day’s; none when left out.',
        }),
      ),
    ),
    processing_minutes: minutesOfWork('Opening time an order takes; 0 when left out.'),
    handover_minutes: minutesOfWork('Opening time until the carrier has it; 0 when left out.'),
    pickup: Type.Optional(Type.Boolean({ description: 'Whether orders can be picked up here; false when left out.' })),
    meta,
  },
  { title: 'StoreRow' },
);
export type StoreRow = Static<typeof StoreRow>;

const area = Type.String({
  minLength: 1,
  maxLength: 24,
  description: 'An area code, the beginning of one (4000*), or every place (*).',
});

const Zones = Type.Array(uid('Your number for it.'), {
  maxItems: 50,
  description: 'Zones it belongs to; offers can be restricted to them. None when left out.',
});

export const AreaRow = Type.Object(
  {
    area,
    country,
    state: text(120, 'State it lies in, by name or code; what addresses say when left out.'),
    city: text(120, 'Name of the place.'),
    time_zone: timeZone,
    zones: Type.Optional(Zones),
  },
  { title: 'AreaRow' },
);
export type AreaRow = Static<typeof AreaRow>;

const Travel = Type.Object(
  {
    unit: Type.Enum(['minutes', 'days']),
    min: Type.Integer({ minimum: 0, maximum: 10_000 }),
    max: Type.Integer({ minimum: 0, maximum: 10_000 }),
  },
  { title: 'Travel', description: 'From hand-over to the door.' },
);

export const LaneRow = Type.Object(
  {
    store_uid: uid('The store it begins at.'),
    area,
    serviceable: Type.Optional(Type.Boolean({ description: 'False: nobody goes there; true when left out.' })),
    journeys: Type.Optional(
      Type.Object({
        standard: Type.Optional(Travel),
        priority: Type.Optional(Travel),
        rush: Type.Optional(Travel),
      }),
    ),
    distance_km: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 50_000 }))),
    meta,
  },
  { title: 'LaneRow' },
);
export type LaneRow = Static<typeof LaneRow>;
