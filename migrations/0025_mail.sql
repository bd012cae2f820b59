-- Letters on their way. To whom and what is in them is a sealed value, which goes when the letter is sent or given up; what
-- stays says that there was one. While it is waiting it is due at `due_at`; whoever takes it moves that to the end of his lease.
create table mail (
  id text primary key,
  kind text not null,
  organization_id text not null,
  state text not null,
  attempts bigint not null,
  due_at bigint not null,
  claim text,
  created_at bigint not null,
  modified_at bigint not null,
  problem text not null
);
create index mail_due on mail (due_at) where state = 'waiting';
create index mail_by_age on mail (modified_at);
