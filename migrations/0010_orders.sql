-- Orders. `document` is what was agreed at checkout and never changes; `progress` is what happened since. `total` is what is to
-- be paid, in minor units of `currency`. `expires_at` is there while a payment is awaited. `has_dues` is 1 while a balance is
-- still to be moved for the order.
create table customer_order (
  id text primary key,
  application_id text not null references application (id),
  company_id bigint not null,
  owner_kind text not null,
  owner_id text not null,
  state text not null,
  version bigint not null,
  currency text not null,
  total bigint not null,
  payment_mode text not null,
  created_at bigint not null,
  modified_at bigint not null,
  expires_at bigint,
  has_dues bigint not null,
  document text not null,
  progress text not null
);
create index customer_order_of_owner on customer_order (application_id, owner_kind, owner_id, created_at, id);
create index customer_order_of_company on customer_order (company_id, created_at, id);
create index customer_order_expiring on customer_order (expires_at, id) where expires_at is not null;
create index customer_order_with_dues on customer_order (modified_at, id) where has_dues = 1;

-- What an order was priced from, and the result: enough to do every sum again.
create table order_snapshot (
  order_id text primary key references customer_order (id),
  input_hash text not null,
  input text not null,
  priced text not null
);

-- Offers as they were when an order used them, by what is in them: orders that used the same share one row.
create table order_offer (
  application_id text not null references application (id),
  hash text not null,
  document text not null,
  primary key (application_id, hash)
);

-- What the payment service told us. `answer_code` is what it was answered; null when all was well.
create table order_payment (
  application_id text not null references application (id),
  payment_id text not null,
  outcome text not null,
  order_id text not null references customer_order (id),
  amount bigint not null,
  currency text not null,
  state text not null,
  answer_code text,
  received_at bigint not null,
  primary key (application_id, payment_id, outcome)
);
create index order_payment_of_order on order_payment (order_id, received_at);
