-- Everything that happened, as receivers get it: what storefronts sent and what operations made. It is the outbox too:
-- spread is 0 until the row has been handed to whoever subscribes, and rows are claimed by that, never by a highest number.
create table event (
  application_id text not null,
  id text not null,
  company_id bigint not null,
  slug text not null,
  happened_at bigint not null,
  received_at bigint not null,
  user_id text,
  anonymous_id text,
  sequence_key text,
  sequence bigint,
  flags text not null,
  spread bigint not null default 0,
  body text not null,
  primary key (application_id, id)
);
create index event_to_spread on event (received_at) where spread = 0;
create index event_by_time on event (application_id, received_at);
create index event_by_user on event (application_id, user_id) where user_id is not null;
create index event_by_anonymous on event (application_id, anonymous_id) where anonymous_id is not null;

-- Events that were refused, without personal data. `codes` has each code of `reasons` once, between spaces.
create table event_refusal (
  application_id text not null,
  id text not null,
  event_id text,
  name text not null,
  codes text not null,
  received_at bigint not null,
  tries bigint not null,
  user_hash text,
  anonymous_hash text,
  reasons text not null,
  body text not null,
  primary key (application_id, id)
);
create index event_refusal_by_time on event_refusal (application_id, received_at, id);
create index event_refusal_by_user on event_refusal (application_id, user_hash) where user_hash is not null;
create index event_refusal_by_anonymous on event_refusal (application_id, anonymous_hash) where anonymous_hash is not null;

-- Shoppers of whom nothing is to be kept, by the keyed hash of their id.
create table event_suppression (
  application_id text not null,
  subject text not null,
  created_at bigint not null,
  primary key (application_id, subject)
);

-- Receipts of erasures: when, of whom (by hash), and how many records went from where.
create table event_erasure (
  application_id text not null,
  id text not null,
  subject text not null,
  created_at bigint not null,
  counts text,
  primary key (application_id, id)
);
