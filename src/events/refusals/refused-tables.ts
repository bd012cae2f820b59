/**
 * Where refused events lie: by week, and in the one table that nodes of the release before write while they run beside. What is in
 * that goes when its days are over; then it can go itself (docs/decisions/0094-refused-events-go-by-week.md).
 */
export const refusedTables = ['event_refused', 'event_refusal'] as const;

/** Both as one table. An event that a node of the release before refused once more is in both, and is told of once. */
export const allRefused = (columns: string): string =>
  `(select application_id, ${columns} from event_refused
    union all select application_id, ${columns} from event_refusal where not exists (select 1 from event_refused
      where event_refused.application_id = event_refusal.application_id and event_refused.id = event_refusal.id)) as refused`;
