/** An event as it travels, made from what the call says and what is filled in. Pure. */
import type { EventName } from '../../src/contract/events/event-payloads-contract.ts';
import { catalogue } from './catalogue.ts';

export type Fields = Readonly<Record<string, unknown>>;

const empty: Fields = { string: '', number: 0, boolean: false };

/** Without undefined members; what the list names is replaced by an empty value of its type, so that the event stays valid. */
export const redacted = (payload: Fields, list: readonly string[]): Fields =>
  JSON.parse(
    JSON.stringify(payload, (name, value: unknown) => {
      if (!list.includes(name)) return value;
      return Array.isArray(value) ? [] : (empty[typeof value] ?? value);
    }),
  ) as Fields;

export type Header = {
  readonly id: string;
  readonly created_timestamp: number;
  readonly trace_id: readonly string[];
};
export type Envelope = {
  readonly application_id: string;
  readonly contains: readonly string[];
  readonly event: Header & {
    readonly category: string;
    readonly name: EventName;
    readonly type: string;
    readonly version: string;
  };
  readonly payload: Fields;
};

/** `ambient` is everything that can be filled in: an event takes what it has, unless the call says something else. */
export const envelopeOf = (
  applicationId: string,
  [name, header]: readonly [EventName, Header],
  [ambient, fields]: readonly [Fields, Fields],
  redact: readonly string[],
): Envelope => {
  const [type, filledIn] = catalogue[name];
  const filled = filledIn.map((field) => [field, { ...ambient, event_type: type }[field]]);
  const payload = redacted({ ...Object.fromEntries(filled), ...fields }, redact);
  return {
    application_id: applicationId,
    contains: Object.keys(payload),
    event: { category: 'click', name, type, version: '1', ...header },
    payload,
  };
};
