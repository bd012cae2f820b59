-- Payments that were begun at a payment provider for an order, by the provider's own name of them.
create table provider_payment (
  order_id text not null references customer_order (id),
  provider text not null,
  application_id text not null references application (id),
  reference text not null,
  amount bigint not null,
  currency text not null,
  created_at bigint not null,
  primary key (order_id, provider)
);
create unique index provider_payment_by_reference on provider_payment (application_id, provider, reference);
