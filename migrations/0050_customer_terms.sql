-- What staff find a customer by: words of his names, mail and id (`w:anna`), and the digits of his phone numbers from each digit on
-- (`p:98765`). `source` says where they come from: what a service client wrote, or what his own proof said.
create table customer_term (
  application_id text not null references application (id),
  term text not null,
  user_id text not null,
  source text not null,
  primary key (application_id, term, user_id, source)
);
create index customer_term_by_user on customer_term (application_id, user_id, source);

-- The version whose words are written. Those of before, and those that an earlier release writes, are read one by one, in the
-- background; until then each of them is looked at.
alter table customer add column termed bigint not null default 0;
create index customer_untermed on customer (application_id, user_id) where termed <> version;
