/** Every way one event of a batch can be refused while the others go on. */
import type { EventReason } from '../../contract/events/event-collector-contract.ts';

export const eventCodes = {
  event_unknown: 'There is no such event. /schemas/events lists them, each with its type and version.',
  event_field_missing: 'This field is required.',
  event_field_type: 'This field has a value that cannot be taken.',
  event_field_unknown: 'This event has no such field.',
  event_contains: 'contains lists exactly the keys at the root of payload, each once.',
  event_clock: 'created_timestamp is in epoch milliseconds, after the year 2000 and at most a day ahead.',
  event_id: 'A UUID of version 8 names what this service tells itself. Use another version.',
  event_application: 'application_id names the application that sends the event.',
  event_too_large: 'An event has at most 32 KiB.',
} as const satisfies Record<string, string>;

export type EventCode = keyof typeof eventCodes;

export const reason = (path: string, code: EventCode, message: string = eventCodes[code]): EventReason => ({
  path,
  code,
  message,
});
