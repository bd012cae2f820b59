-- Shipping methods: one row for a method, with its rates by place, weight, value and quantity. It goes by the company's delivery
-- version, like the places it names: what a node keeps of it, and every kept answer, is good for one number.
create table shipping_method (
  company_id bigint not null references company (id),
  id text not null,
  version bigint not null,
  modified_at bigint not null,
  feed_run text not null,
  document text not null,
  primary key (company_id, id)
);
