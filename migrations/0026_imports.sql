-- A file of rows that is fed in the background. While it is open it is due at `due_at`; whoever takes it moves that to the end
-- of his lease, and how far it has come is written in the batch of the rows themselves, so another node goes on exactly there.
create table import_job (
  id text primary key,
  company_id bigint not null references company (id),
  kind text not null,
  format text not null,
  state text not null,
  bytes bigint not null,
  line bigint not null,
  position bigint not null,
  accepted bigint not null,
  warned bigint not null,
  refused bigint not null,
  attempts bigint not null,
  due_at bigint not null,
  claim text,
  created_at bigint not null,
  started_at bigint,
  ended_at bigint,
  modified_at bigint not null,
  file_name text not null,
  problem text not null,
  named_columns text not null
);
create index import_job_by_company on import_job (company_id, created_at, id);
create index import_job_due on import_job (due_at) where state in ('waiting', 'running');
create index import_job_by_age on import_job (modified_at);

-- The file, cut into parts of one size; the last may be shorter.
create table import_part (
  job_id text not null references import_job (id),
  number bigint not null,
  bytes bytea not null,
  primary key (job_id, number)
);

-- What became of the rows of one batch, up to and with `line`; the batch begins behind `after_line` at `after_position`.
create table import_verdict (
  job_id text not null references import_job (id),
  line bigint not null,
  after_line bigint not null,
  after_position bigint not null,
  warned bigint not null,
  refused bigint not null,
  document text not null,
  primary key (job_id, line)
);
