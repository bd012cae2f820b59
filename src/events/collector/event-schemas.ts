/** The twelve events by name: what each must look like, checked fast, and as a JSON Schema for whoever sends or reads them. */
import type { TObject } from 'typebox';
import { Compile } from 'typebox/compile';
import { eventSchema } from '../../contract/events/event-contract.ts';
import { type EventName, eventKinds } from '../../contract/events/event-payloads-contract.ts';
import { once } from '../../shared/once.ts';
import type { Shape } from './event-shape.ts';

export type EventKind = {
  readonly name: EventName;
  readonly type: string;
  readonly slug: string;
  readonly schema: TObject;
  /** The same, as the walks over it see it. */
  readonly shape: Shape;
  readonly payload: Shape;
  /** Whether the schema says what stands everywhere in the event. */
  readonly isClosed: boolean;
  /** Whether a whole event is as it should be, unknown fields and all. */
  readonly fits: (event: unknown) => boolean;
};

const eventNames = Object.keys(eventKinds) as readonly EventName[];

const isClosed = ({ type, const: word, anyOf, properties, items }: Shape): boolean => {
  if (anyOf !== undefined) return anyOf.every(isClosed);
  if (properties !== undefined) return Object.values(properties).every(isClosed);
  return items === undefined ? type !== undefined || word !== undefined : isClosed(items);
};

/** Checks that no event has asked for yet: to make all of them holds everybody else up for a tenth of a second. */
const unmade = new Set<() => unknown>();

const kindOf = (name: EventName): EventKind => {
  const { type, payload } = eventKinds[name];
  const schema = eventSchema(name, type, payload);
  const compiled = once(() => {
    unmade.delete(compiled);
    return Compile(schema);
  });
  unmade.add(compiled);
  return {
    name,
    type,
    slug: `click/${name}/${type}/v1`,
    schema,
    shape: schema as Shape,
    payload: payload as Shape,
    isClosed: isClosed(schema as Shape),
    fits: (event) => compiled().Check(event),
  };
};

const kinds: ReadonlyMap<string, EventKind> = new Map(eventNames.map((name) => [name, kindOf(name)]));

export const findKind = (name: unknown): EventKind | undefined =>
  typeof name === 'string' ? kinds.get(name) : undefined;
export const allKinds: readonly EventKind[] = [...kinds.values()];

/** Makes one more of the checks; false when none is left. */
export const compileNextKind = (): boolean => {
  const [next] = unmade;
  next?.();
  return next !== undefined;
};

export const schemaPath = (name: string): string => `/schemas/events/${name}/v1.json`;

/** As it is published, in draft 2020-12. */
export const schemaDocument = ({ name, type, schema }: EventKind): Readonly<Record<string, unknown>> => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: schemaPath(name),
  title: name,
  description: `The event ${name} of type ${type}, version 1.`,
  ...(JSON.parse(JSON.stringify(schema)) as Readonly<Record<string, unknown>>),
});
