/**
 * The types of the emitter, for shops written in TypeScript: what the events say, printed from their schemas, and after that
 * the emitter's own words as they stand in its source. So there is no second text to keep true. Pure.
 */
import { EventVerdicts } from '../../contract/events/event-collector-contract.ts';
import { EventContext } from '../../contract/events/event-contract.ts';
import { eventKinds } from '../../contract/events/event-payloads-contract.ts';
import { ownEntry } from '../../shared/own-entry.ts';

/** Of a TypeBox schema, what is read here. */
type Schema = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
};

const words: Readonly<Record<string, string>> = { integer: 'number' };

const members = (schema: object): string => {
  const { properties = {}, required = [] } = schema as Schema;
  return Object.entries(properties)
    .map(([name, member]) => `readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(member)};`)
    .join(' ');
};

/** Of the few shapes that events have. */
const typeOf = (schema: object): string => {
  if (schema === EventContext) return 'EventContext';
  const { type: types = 'unknown', items = {} } = schema as Schema;
  return [types]
    .flat()
    .map((type) => {
      if (type === 'object') return `{ ${members(schema)} }`;
      return type === 'array' ? `readonly (${typeOf(items)})[]` : (ownEntry(words, type) ?? type);
    })
    .join(' | ');
};

const isImport = (line: string): boolean => line.startsWith('import ');

/** `api` is the text of web/emitter/emitter-api.ts. */
export const emitterTypes = (api: string): string =>
  [
    `export type EventContext = { ${members(EventContext)} };`,
    `export type EventVerdicts = ${typeOf(EventVerdicts)};`,
    'export type EventPayloads = {',
    ...Object.entries(eventKinds).map(([name, { payload }]) => `  readonly ${name}: ${typeOf(payload)};`),
    '};',
    'export type EventName = keyof EventPayloads;',
    '',
    ...api.split('\n').filter((line) => !isImport(line)),
    'export declare const createEmitter: (options: EmitterOptions) => Emitter;',
    '',
  ].join('\n');
