/** Where a value differs from its schema: all places at once, each with what is wrong there. Pure; for schemas of events. */
import type { EventReason } from '../../contract/events/event-collector-contract.ts';
import { fieldPath, sentences } from '../../http/requests/validation-messages.ts';
import { reason } from './event-codes.ts';
import { ownEntry } from '../../shared/own-entry.ts';

/** What schemas of events are made of. */
export type Shape = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly 'x-pii'?: 'direct' | 'quasi';
};
export type Json = Readonly<Record<string, unknown>>;
export type Steps = readonly (string | number)[];
/** `unknown`: a field the schema does not have, which may be left out instead of refused. */
export type Difference = { readonly steps: Steps; readonly kind: 'unknown' | 'wrong'; readonly reason: EventReason };

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
};

export const hasType = (value: unknown, types: readonly string[]): boolean => {
  const type = typeOf(value);
  return types.includes(type) || (type === 'integer' && types.includes('number'));
};

const wrong = (steps: Steps, message: string): readonly Difference[] => [
  { steps, kind: 'wrong', reason: reason(fieldPath(steps), 'event_field_type', message) },
];

const inObject = (shape: Shape, value: Json, steps: Steps): readonly Difference[] => {
  const { properties, required = [] } = shape;
  if (properties === undefined) return [];
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => ({
      steps: [...steps, name],
      kind: 'wrong' as const,
      reason: reason(fieldPath([...steps, name]), 'event_field_missing'),
    }));
  const found = Object.entries(value).flatMap(([name, member]): readonly Difference[] => {
    const next = [...steps, name];
    const property = ownEntry(properties, name);
    if (property !== undefined) return differences(property, member, next);
    return [{ steps: next, kind: 'unknown', reason: reason(fieldPath(next), 'event_field_unknown') }];
  });
  return [...missing, ...found];
};

const inText = ({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Shape, text: string, steps: Steps) => {
  if (text.length < minLength) return wrong(steps, sentences.minLength({ limit: minLength }));
  return text.length > maxLength ? wrong(steps, sentences.maxLength({ limit: maxLength })) : [];
};

const inList = ({ items, minItems = 0 }: Shape, list: readonly unknown[], steps: Steps): readonly Difference[] => {
  if (list.length < minItems) return wrong(steps, sentences.minItems({ limit: minItems }));
  return items === undefined ? [] : list.flatMap((entry, at) => differences(items, entry, [...steps, at]));
};

const typesOf = ({ type, anyOf }: Shape): readonly string[] =>
  anyOf === undefined ? [type ?? []].flat() : anyOf.flatMap(typesOf);

/** An event is named by its header: another word there is another event. */
const otherWord = (value: unknown, wanted: unknown, steps: Steps): readonly Difference[] =>
  typeof value === 'string'
    ? [
        {
          steps,
          kind: 'wrong',
          reason: reason(fieldPath(steps), 'event_unknown', sentences.const({ allowedValue: wanted })),
        },
      ]
    : wrong(steps, sentences.type({ type: 'string' }));

export const differences = (shape: Shape, value: unknown, steps: Steps): readonly Difference[] => {
  if (shape.const !== undefined) return value === shape.const ? [] : otherWord(value, shape.const, steps);
  const types = typesOf(shape);
  if (types.length === 0) return [];
  if (!hasType(value, types)) return wrong(steps, sentences.type({ type: types }));
  if (shape.anyOf !== undefined) {
    const branch = shape.anyOf.find((one) => hasType(value, typesOf(one)));
    return branch === undefined ? [] : differences(branch, value, steps);
  }
  if (isObject(value)) return inObject(shape, value, steps);
  if (Array.isArray(value)) return inList(shape, value, steps);
  return typeof value === 'string' ? inText(shape, value, steps) : [];
};
