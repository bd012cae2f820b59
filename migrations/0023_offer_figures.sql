-- What offers did on a day, counted from the orders this service told of. Amounts are thousandths of a currency's unit.
create table funnel_offer_day (
  application_id text not null,
  day bigint not null,
  offer_id text not null,
  currency text not null,
  carts bigint not null,
  uses bigint not null,
  units bigint not null,
  cost bigint not null,
  revenue bigint not null,
  primary key (application_id, day, offer_id, currency)
);
