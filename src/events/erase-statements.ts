/** What forgetting a shopper means to whoever keeps copies of events: statements that go into the one batch of an erasure. */
import type { Statement } from '../db/database.ts';

/** Of whom: ids as they were sent, and as they are stored where the application hashes them. */
export type Subject = {
  readonly applicationId: string;
  readonly userIds: readonly string[];
  readonly anonymousIds: readonly string[];
};
export type Eraser = {
  /** By which the receipt names the place: `events`. */
  readonly name: string;
  readonly statements: (subject: Subject) => readonly Statement[];
};
const marks = (values: readonly string[]): string => values.map(() => '?').join(', ');

/** The events of a subject, for a `where`: `application_id = ? and (…)`. */
export const ownEvents = ({ applicationId, userIds, anonymousIds }: Subject) => {
  const ways = [
    ...(userIds.length === 0 ? [] : [`user_id in (${marks(userIds)})`]),
    ...(anonymousIds.length === 0 ? [] : [`(user_id is null and anonymous_id in (${marks(anonymousIds)}))`]),
  ];
  return {
    where: `application_id = ? and (${ways.join(' or ')})`,
    params: [applicationId, ...userIds, ...anonymousIds],
  };
};

export const eventEraser: Eraser = {
  name: 'events',
  statements: (subject) => {
    const { where, params } = ownEvents(subject);
    return [{ sql: `delete from event where ${where}`, params }];
  },
};

/** Refused events know a shopper by hash alone, and the hashes are among the ids. */
export const refusalEraser: Eraser = {
  name: 'refused_events',
  statements: ({ applicationId, userIds, anonymousIds }) => {
    const ways = [
      ...(userIds.length === 0 ? [] : [`user_hash in (${marks(userIds)})`]),
      ...(anonymousIds.length === 0 ? [] : [`anonymous_hash in (${marks(anonymousIds)})`]),
    ];
    const sql = `delete from event_refusal where application_id = ? and (${ways.join(' or ')})`;
    return [{ sql, params: [applicationId, ...userIds, ...anonymousIds] }];
  },
};
