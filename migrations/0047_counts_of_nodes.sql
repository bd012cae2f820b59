-- What nodes counted, for each other, where a pooler is between them and PostgreSQL and brings no notification. Sealed; a row lives
-- for a minute.
create table node_count (
  node text not null,
  number bigint not null,
  said_at bigint not null,
  body text not null,
  primary key (node, number)
);
create index node_count_by_time on node_count (said_at);
