-- The last number of a kind of paper in a year of a company: raised in the batch that makes the paper, so that none is left out.
create table paper_number (
  company_id bigint not null references company (id),
  kind text not null,
  year text not null,
  last bigint not null,
  primary key (company_id, kind, year)
);

-- Invoices and credit notes. `settlement_id` is what a credit note is of; '' for an invoice. `document` is who sells, and what
-- stood when the invoice was made.
create table order_paper (
  order_id text not null references customer_order (id),
  kind text not null,
  settlement_id text not null,
  company_id bigint not null,
  year text not null,
  number bigint not null,
  made_at bigint not null,
  document text not null,
  primary key (order_id, kind, settlement_id)
);
create unique index order_paper_by_number on order_paper (company_id, kind, year, number);

-- What the shop's own people write beside an order, and the words by which they find it.
create table order_note (
  order_id text not null references customer_order (id),
  id text not null,
  author text not null,
  created_at bigint not null,
  body text not null,
  primary key (order_id, id)
);
create table order_tag (
  order_id text not null references customer_order (id),
  tag text not null,
  company_id bigint not null,
  primary key (order_id, tag)
);
create index order_tag_of_company on order_tag (company_id, tag, order_id);
