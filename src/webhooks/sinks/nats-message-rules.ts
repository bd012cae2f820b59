/** An event as a message of NATS: where it goes, by which id a repeat is recognised, and what is said beside it. Pure. */
import type { SinkEvent } from './sink-store.ts';

export type NatsMessage = {
  readonly subject: string;
  /** `Nats-Msg-Id`. */
  readonly id: string;
  readonly about: readonly (readonly [header: string, value: string])[];
  readonly body: string;
};

/** Dots part the words of a subject; `*` and `>` are patterns. */
const word = (text: string): string => text.replaceAll(/[^\w-]/g, '_') || '_';

/** Ids come from outside; a header is one line of plain characters. */
const plain = (text: string): string => encodeURIComponent(text.toWellFormed());

export const messageOf = (event: SinkEvent, subject: string): NatsMessage => ({
  subject: [subject, word(event.application_id), ...event.slug.split('/').map(word)].join('.'),
  id: `${plain(event.application_id)}/${plain(event.id)}`,
  about:
    event.sequence_key === null || event.sequence === null
      ? []
      : [
          ['Cartwright-Sequence-Key', plain(event.sequence_key)],
          ['Cartwright-Sequence', String(event.sequence)],
        ],
  body: event.body,
});
