-- Whether the figures of an application have this event in them: 0 is new, -1 is to be counted again by a rebuild, and
-- anything above is the round of counting it went into. Rows are claimed by that, never by a highest number.
alter table event add column counted bigint not null default 0;
create index event_to_count on event (received_at) where counted <= 0;

-- One writer of an application's figures at a time: whoever counts moves the version. `round` grows with every rebuild.
create table funnel_progress (
  application_id text primary key,
  version bigint not null,
  round bigint not null
);

-- What one actor did on a day, as bits of steps. An actor is `u:` and a customer's id, or `a:` and an anonymous id for what was
-- done signed out; `person` is the actor it is counted as, which for an anonymous id is the customer who used it first.
create table funnel_visit (
  application_id text not null,
  actor text not null,
  day bigint not null,
  person text not null,
  steps bigint not null,
  primary key (application_id, actor, day)
);
create index funnel_visit_of_person on funnel_visit (application_id, person, day);
create index funnel_visit_by_day on funnel_visit (application_id, day);

-- Whose an anonymous id is: the customer of the earliest event that names both.
create table funnel_owner (
  application_id text not null,
  anonymous_id text not null,
  user_id text not null,
  happened_at bigint not null,
  event_id text not null,
  primary key (application_id, anonymous_id)
);
create index funnel_owner_by_time on funnel_owner (application_id, happened_at);

-- Carts and orders as the events tell of them, in whatever order these come, and when the last of these was counted.
create table funnel_cart (
  application_id text not null,
  cart_id text not null,
  counted_at bigint not null,
  facts text not null,
  primary key (application_id, cart_id)
);
create index funnel_cart_by_time on funnel_cart (application_id, counted_at);
create table funnel_order (
  application_id text not null,
  order_id text not null,
  counted_at bigint not null,
  facts text not null,
  primary key (application_id, order_id)
);
create index funnel_order_by_time on funnel_order (application_id, counted_at);

-- The figures. Days are days since 1970-01-01 in the application's time zone, amounts are thousandths of a currency's unit.
create table funnel_day (
  application_id text not null,
  day bigint not null,
  steps bigint not null,
  shoppers bigint not null,
  primary key (application_id, day, steps)
);
create table funnel_event_day (
  application_id text not null,
  day bigint not null,
  name text not null,
  events bigint not null,
  primary key (application_id, day, name)
);
create table funnel_order_day (
  application_id text not null,
  day bigint not null,
  currency text not null,
  orders bigint not null,
  revenue bigint not null,
  primary key (application_id, day, currency)
);
create table funnel_product_day (
  application_id text not null,
  day bigint not null,
  product_id bigint not null,
  currency text not null,
  views bigint not null,
  adds bigint not null,
  orders bigint not null,
  units bigint not null,
  revenue bigint not null,
  primary key (application_id, day, product_id, currency)
);
create table funnel_cart_day (
  application_id text not null,
  day bigint not null,
  currency text not null,
  stage text not null,
  carts bigint not null,
  value bigint not null,
  primary key (application_id, day, currency, stage)
);

-- Where else events go, and until when that place is known to be served. What waits for it is due at `due_at`; a node that
-- takes some moves that to the end of its lease, so what a dead node took is simply due again.
create table event_sink (
  name text primary key,
  seen_at bigint not null
);
create table event_sink_queue (
  sink text not null,
  application_id text not null,
  event_id text not null,
  due_at bigint not null,
  claim text,
  primary key (sink, application_id, event_id)
);
create index event_sink_queue_due on event_sink_queue (sink, due_at);
