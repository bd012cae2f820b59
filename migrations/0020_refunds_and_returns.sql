-- Money that is to go back to who paid it. `state` is due, sent, done or failed. A refund of what was given back of an order has
-- the id of the order's settlement; one of a payment that the order could not keep is named by it. `document` is its history.
create table order_refund (
  application_id text not null references application (id),
  id text not null,
  company_id bigint not null,
  order_id text not null references customer_order (id),
  payment_id text,
  cause text not null,
  amount bigint not null,
  currency text not null,
  state text not null,
  version bigint not null,
  created_at bigint not null,
  modified_at bigint not null,
  document text not null,
  primary key (application_id, id)
);
create index order_refund_of_order on order_refund (order_id, created_at);
create index order_refund_of_company on order_refund (company_id, created_at, id);
create index order_refund_open on order_refund (company_id, state, created_at, id);

-- What was due before refunds were kept: payments that came and could not be kept, and those of orders that ended.
insert into order_refund (application_id, id, company_id, order_id, payment_id, cause, amount, currency, state, version,
    created_at, modified_at, document)
  select p.application_id, 'payment:' || p.payment_id, o.company_id, p.order_id, p.payment_id,
    coalesce(p.answer_code, 'cancelled'), p.amount, p.currency, 'due', 1, p.received_at, p.received_at,
    '{"events":[],"reference":null}'
  from order_payment p join customer_order o on o.id = p.order_id
  where p.state = 'refund_due' and p.amount > 0;

-- Returns, to be found by their state; what is in one stands with its order.
create table order_return (
  order_id text not null references customer_order (id),
  id text not null,
  company_id bigint not null,
  state text not null,
  created_at bigint not null,
  modified_at bigint not null,
  primary key (order_id, id)
);
create index order_return_of_company on order_return (company_id, created_at, id);
create index order_return_open on order_return (company_id, state, created_at, id);
