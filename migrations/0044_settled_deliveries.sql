-- Deliveries that came to their end, and when. What waits is in webhook_delivery and leaves it, so that it stays as short as what
-- waits; ends are kept for a while, and PostgreSQL drops a day of them as one. A delivery that is sent again leaves this table.
create table webhook_settled (
  subscriber_id bigint not null,
  application_id text not null,
  event_id text not null,
  settled_at bigint not null,
  state text not null,
  attempts bigint not null,
  began_at bigint not null,
  primary key (subscriber_id, application_id, event_id, settled_at)
);
create index webhook_settled_by_state on webhook_settled (subscriber_id, state, settled_at);
create index webhook_settled_by_event on webhook_settled (application_id, event_id);
