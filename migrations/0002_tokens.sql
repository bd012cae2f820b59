-- What the token service has given out: codes, access and refresh tokens, the grant that joins those of one consent, and
-- consent pages in progress. Known by the SHA-256 of their value; the document does not contain the value either.
create table oauth_token (
  id_hash text primary key,
  kind text not null,
  client_id text,
  grant_hash text,
  expires_at bigint not null,
  consumed_at bigint,
  scope text not null,
  document text not null
);
create index oauth_token_by_grant on oauth_token (grant_hash) where grant_hash is not null;
create index oauth_token_by_expiry on oauth_token (expires_at);

-- Keys that sign ID tokens. The private half is a sealed value; a key signs from its time on, until a younger one does.
create table signing_key (
  kid text primary key,
  signs_from bigint not null,
  created_at bigint not null
);
