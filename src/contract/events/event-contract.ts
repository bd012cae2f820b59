/**
 * The envelope that every event has, and the context in which a shopper acted. Names, types and required fields are the
 * interface's, casing included. `x-pii` marks personal data: `direct` names a person, `quasi` tells one from another.
 */
import { type Static, type TObject, Type } from 'typebox';
import { Nullable } from '../primitives.ts';

export const direct = { 'x-pii': 'direct' } as const;
export const quasi = { 'x-pii': 'quasi' } as const;
/** Objects of an event have these fields and no others. */
export const closed = { additionalProperties: false } as const;

export const EventContext = Type.Object(
  {
    library: Type.Object({ name: Type.String(), version: Type.String() }, closed),
    os: Type.Object({ name: Type.String(), version: Type.String() }, closed),
    timezone: Type.String({ description: 'Area/Location.' }),
    screen: Type.Object(
      { width: Type.Integer({ description: 'Pixels.' }), height: Type.Integer({ description: 'Pixels.' }) },
      closed,
    ),
    userAgent: Type.String(quasi),
    locale: Type.String(),
    device: Type.Object({ isMobile: Type.Boolean() }, closed),
  },
  { ...closed, description: 'Where the shopper acted.' },
);
export type EventContext = Static<typeof EventContext>;

/** Fields that many payloads share. */
export const who = {
  user_id: Nullable(Type.String({ ...quasi, maxLength: 256, description: 'Of the customer who is signed in.' })),
  anonymous_id: Type.String({ ...quasi, maxLength: 256, description: 'Of the shopper; it opens nothing.' }),
};
export const schemaVersion = Type.String({ description: 'Version of this schema, "1".' });

const EventHeader = Type.Object(
  {
    category: Type.Literal('click', { description: 'Level of the event.' }),
    created_timestamp: Type.Integer({ description: 'When it was made, in epoch milliseconds.' }),
    id: Type.String({ minLength: 1, maxLength: 128, description: 'Unique; a repeat is stored once.' }),
    name: Type.String(),
    trace_id: Type.Array(Type.String()),
    type: Type.String(),
    version: Type.String(),
  },
  closed,
);

/** The whole event, with its own name and payload. */
export const eventSchema = <P extends TObject>(name: string, type: string, payload: P) =>
  Type.Object(
    {
      application_id: Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })], {
        description: 'Sales channel for which it is.',
      }),
      contains: Type.Array(Type.String(), { description: 'The keys at the root of payload, each once.' }),
      event: Type.Object(
        { ...EventHeader.properties, name: Type.Literal(name), type: Type.Literal(type), version: Type.Literal('1') },
        closed,
      ),
      payload,
    },
    closed,
  );
