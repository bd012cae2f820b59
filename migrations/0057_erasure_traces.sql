-- Whom an erasure is about, apart from how far it has come: it is written when it changes, not at each step. `person` is of
-- erasures that nodes of the release before began: one without it they cannot go on with, and it is left to those of this one.
alter table event_erasure add column whom text;

-- What an erasure found that may be much, a row each: guests and their carts until they were gone through, and orders for as
-- long as one of them is on its way. `owner` is whose an order was, as a keyed hash: an erasure of the same person waits for it, too.
create table event_erasure_trace (
  application_id text not null,
  erasure_id text not null,
  kind text not null,
  id text not null,
  owner text,
  primary key (application_id, erasure_id, kind, id)
);
create index event_erasure_trace_of_owner on event_erasure_trace (application_id, owner) where owner is not null;
