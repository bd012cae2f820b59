-- Ids of events whose part of time has ended: on PostgreSQL events are kept in parts, each of which knows its own ids, and here are
-- those of the others. The id comes first in the key: it tells rows apart at once, which an application does not.
create table event_seen (
  id text not null,
  application_id text not null,
  received_at bigint not null,
  primary key (id, application_id)
);
create index event_seen_by_time on event_seen (application_id, received_at);

-- What an event may be a repeat of outside of its own part. PostgreSQL's nodes add parts here that end, until their ids are above.
create view event_known as select application_id, id, received_at from event_seen;
