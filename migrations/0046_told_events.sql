-- What an event that an operation tells may be a repeat of, beside event_known: on PostgreSQL such events have parts of their own,
-- which are dropped sooner than others and whose ids are not copied. Nodes add those that end, and take them out before they go.
create view event_told_known as select application_id, id, received_at from event_seen where 1 = 0;
