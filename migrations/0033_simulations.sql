-- Offers tried over recorded carts and orders. A simulation only reads, so whoever takes one that was left begins it anew; while it
-- is open it is due at `due_at`, and who has it moves that to the end of his lease. `request` is what was asked, `result` what was
-- found, empty until it is finished.
create table simulation (
  id text primary key,
  company_id bigint not null references company (id),
  application_id text not null references application (id),
  state text not null,
  done bigint not null,
  total bigint not null,
  attempts bigint not null,
  due_at bigint not null,
  claim text,
  created_at bigint not null,
  started_at bigint,
  ended_at bigint,
  modified_at bigint not null,
  problem text not null,
  request text not null,
  result text not null
);
create index simulation_by_application on simulation (application_id, created_at, id);
create index simulation_due on simulation (due_at) where state in ('waiting', 'running');
create index simulation_by_age on simulation (modified_at);
