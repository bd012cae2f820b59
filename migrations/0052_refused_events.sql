-- Events that were refused, with the week they came in: on PostgreSQL a week is a part, which is dropped as one. The week is in the
-- key, because a table in parts of time can have no other; that an event is kept once is asked by the insert as well. Nodes of the
-- release before write event_refusal while they run beside; what is there is read as well, and goes when its days are over.
create table event_refused (
  application_id text not null,
  id text not null,
  week_at bigint not null,
  event_id text,
  name text not null,
  codes text not null,
  received_at bigint not null,
  tries bigint not null,
  user_hash text,
  anonymous_hash text,
  reasons text not null,
  body text not null,
  primary key (application_id, id, week_at)
);
create index event_refused_by_time on event_refused (application_id, received_at, id);
create index event_refused_by_user on event_refused (application_id, user_hash) where user_hash is not null;
create index event_refused_by_anonymous on event_refused (application_id, anonymous_hash) where anonymous_hash is not null;
