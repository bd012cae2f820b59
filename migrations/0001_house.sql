-- Organizations own companies, companies own applications (sales channels). Ids are text made by us; a company's is the
-- interface's number. Documents are JSON in the last column.
create table installation (
  id bigint primary key,
  created_at bigint not null,
  document text not null
);

create table organization (
  id text primary key,
  name text not null,
  created_at bigint not null
);

create table company (
  id bigint primary key,
  organization_id text not null references organization (id),
  name text not null,
  created_at bigint not null
);
create index company_by_organization on company (organization_id, id);

-- The version rises with every change of settings; caches and If-Match compare it. The token version rises with every
-- token added or removed, so that "at most five" and "never the last" hold when two ask at once.
create table application (
  id text primary key,
  company_id bigint not null references company (id),
  version bigint not null,
  token_version bigint not null,
  created_at bigint not null,
  modified_at bigint not null,
  settings text not null
);
create index application_by_company on application (company_id, id);

-- The browser origins of all applications, by origin: a preflight names no application.
create table application_origin (
  origin text not null,
  application_id text not null references application (id),
  primary key (origin, application_id)
);

-- SHA-256 of the token; several live at once so that one can be replaced without an outage.
create table application_token (
  id text primary key,
  application_id text not null references application (id),
  token_hash text not null,
  hint text not null,
  created_at bigint not null,
  expires_at bigint
);
create index application_token_by_application on application_token (application_id, id);

-- Ids of the keys that values are sealed under. Positions are unique, so of two nodes that start on an empty database
-- with different keys one is refused.
create table sealing_key (
  position bigint primary key,
  key_id text not null unique,
  created_at bigint not null
);

-- Values that must be readable again, sealed under CARTWRIGHT_KEY (docs/operations.md). `owner` and `name` are bound into the seal.
create table sealed_value (
  owner text not null,
  name text not null,
  key_id text not null references sealing_key (key_id),
  modified_at bigint not null,
  sealed text not null,
  primary key (owner, name)
);
create index sealed_value_by_key on sealed_value (key_id, owner, name);

create table operator (
  id text primary key,
  organization_id text not null references organization (id),
  email text not null unique,
  name text not null,
  role text not null,
  is_active bigint not null,
  password_hash text,
  created_at bigint not null,
  modified_at bigint not null
);

-- A link that signs its operator in once; only the hash is kept.
create table operator_link (
  token_hash text primary key,
  operator_id text not null references operator (id),
  created_at bigint not null,
  expires_at bigint not null
);
create index operator_link_by_operator on operator_link (operator_id);

create table operator_session (
  token_hash text primary key,
  operator_id text not null references operator (id),
  created_at bigint not null,
  seen_at bigint not null,
  expires_at bigint not null
);
create index operator_session_by_operator on operator_session (operator_id);

-- Append-only: who changed what, before and after. Never secrets.
create table audit (
  id text primary key,
  organization_id text not null,
  actor text not null,
  action text not null,
  subject text not null,
  request_id text,
  created_at bigint not null,
  document text not null
);
create index audit_by_organization on audit (organization_id, created_at, id);
create index audit_by_subject on audit (subject, created_at, id);
create index audit_of_clients on audit (organization_id, created_at, id) where subject >= 'client/' and subject < 'client0';

-- The outcome of a write under its Idempotency-Key, stored in the batch of its effect.
create table idempotency (
  scope text not null,
  key text not null,
  fingerprint text not null,
  status bigint not null,
  created_at bigint not null,
  expires_at bigint not null,
  document text not null,
  primary key (scope, key)
);
create index idempotency_by_expiry on idempotency (expires_at);

-- Numbers handed out in blocks, so that a node asks the database once for many.
create table counter (
  name text primary key,
  value bigint not null
);

-- OAuth clients of an organization. The version rises with every change of the client or of its secrets: caches compare it.
-- A deleted client keeps its row, because tokens and the audit name it, but is never shown again and has no secrets.
create table oauth_client (
  client_id text primary key,
  id text not null unique,
  organization_id text not null references organization (id),
  company_id bigint not null references company (id),
  version bigint not null,
  is_active bigint not null,
  created_at bigint not null,
  modified_at bigint not null,
  deleted_at bigint,
  document text not null
);
-- The last two columns let a count be answered by the index alone.
create index oauth_client_by_organization on oauth_client (organization_id, created_at, client_id, is_active, deleted_at)
  where deleted_at is null;

-- SHA-256 of the secret; several live at once so that one can be replaced without an outage.
create table oauth_client_secret (
  id text primary key,
  client_id text not null references oauth_client (client_id),
  secret_hash text not null,
  hint text not null,
  created_at bigint not null,
  expires_at bigint
);
create index oauth_client_secret_by_client on oauth_client_secret (client_id, id);
