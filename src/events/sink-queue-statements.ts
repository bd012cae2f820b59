/**
 * Events on their way to places other than subscribers. A row waits for a sink only while some node serves that sink, so that
 * without one nothing is written; docs/decisions/0012 says why here and not where events come in.
 */
import type { All, Database, Statement } from '../db/database.ts';

export type QueuedEvent = { readonly applicationId: string; readonly id: string; readonly slug: string };

/** Letters are written of orders alone. */
export const mailSinkName = 'mail';
const wants = (sink: string, { slug }: QueuedEvent): boolean =>
  sink !== mailSinkName || slug.startsWith('application/order/');

const ROWS = 250;

const queue = (sink: string, events: readonly QueuedEvent[], now: number): readonly Statement[] =>
  Array.from({ length: Math.ceil(events.length / ROWS) }, (_, at) => events.slice(at * ROWS, (at + 1) * ROWS)).map(
    (some) => ({
      sql: `insert into event_sink_queue (sink, application_id, event_id, due_at)
        values ${some.map(() => '(?, ?, ?, ?)').join(', ')} on conflict (sink, application_id, event_id) do nothing`,
      params: some.flatMap(({ applicationId, id }) => [sink, applicationId, id, now]),
    }),
  );

/** For the batch that marks these events as seen. */
export const queueStatements = async (db: Database, events: readonly QueuedEvent[], now: number): All<Statement> => {
  if (events.length === 0) return [];
  const sinks = await db.all<{ name: string }>('select name from event_sink order by name limit 10 offset 0');
  return sinks.flatMap(({ name }) =>
    queue(
      name,
      events.filter((event) => wants(name, event)),
      now,
    ),
  );
};
