-- Pictures that a merchant put up, by the SHA-256 of their bytes and the ending of their kind: what lies at an address never changes.
create table picture (
  company_id bigint not null references company (id),
  name text not null,
  created_at bigint not null,
  content bytea not null,
  primary key (company_id, name)
);
