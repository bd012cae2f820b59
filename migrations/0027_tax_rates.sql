-- Tax by destination: one row for a rate of one authority at one place. It goes by the company's delivery version, like the
-- places it names: what a node keeps of it, and every kept answer, is good for one number.
create table tax_rate (
  company_id bigint not null references company (id),
  id text not null,
  version bigint not null,
  modified_at bigint not null,
  feed_run text not null,
  document text not null,
  primary key (company_id, id)
);
