-- Who wants to be told of what. `state` is active, inactive (its owner, or the receiver by 410) or blocked (it failed for too
-- long). `document` has the address, the events and their filters; secrets and headers are sealed values. Ids are numbers of
-- our own. What waited before `resumed_at` begins to count its attempts anew.
create table webhook_subscriber (
  id bigint primary key,
  company_id bigint not null,
  name text not null,
  extension_id text,
  state text not null,
  version bigint not null,
  created_at bigint not null,
  modified_at bigint not null,
  modified_by text not null,
  resumed_at bigint not null,
  document text not null
);
create unique index webhook_subscriber_by_name on webhook_subscriber (company_id, name);
create index webhook_subscriber_of_company on webhook_subscriber (company_id, id);

-- One event for one subscriber. While it is waiting it is due at `due_at`; a node that takes it moves that to the end of its
-- lease and puts its own mark in `claim`, so what a dead node took is simply due again.
create table webhook_delivery (
  subscriber_id bigint not null,
  application_id text not null,
  event_id text not null,
  state text not null,
  attempts bigint not null,
  began_at bigint not null,
  due_at bigint not null,
  claim text,
  modified_at bigint not null,
  primary key (subscriber_id, application_id, event_id)
);
create index webhook_delivery_due on webhook_delivery (subscriber_id, due_at) where state = 'waiting';
create index webhook_delivery_by_event on webhook_delivery (application_id, event_id);
create index webhook_delivery_by_state on webhook_delivery (subscriber_id, state, modified_at);

-- What receivers answered, cut short.
create table webhook_attempt (
  subscriber_id bigint not null,
  application_id text not null,
  event_id text not null,
  attempted_at bigint not null,
  claim text not null,
  outcome text not null,
  status bigint,
  took_ms bigint not null,
  answer text not null,
  primary key (subscriber_id, application_id, event_id, attempted_at, claim)
);
create index webhook_attempt_by_time on webhook_attempt (subscriber_id, attempted_at);
create index webhook_attempt_by_event on webhook_attempt (application_id, event_id);
create index webhook_attempt_by_age on webhook_attempt (attempted_at);

-- What carts and orders tell is for receivers, not for reports: it is kept for a short while only.
create index event_of_operations on event (received_at) where slug >= 'application/' and slug < 'application0';
