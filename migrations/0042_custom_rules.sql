-- Rules of the merchant's own, which answer discounts, taxes or charges of a cart. The document is what the merchant wrote, without
-- the secret that signs calls (sealed) and without the bytes of modules.
create table custom_rule (
  application_id text not null references application (id),
  code text not null,
  version bigint not null,
  created_at bigint not null,
  modified_at bigint not null,
  document text not null,
  primary key (application_id, code)
);

-- WebAssembly modules that rules run, by the SHA-256 of their bytes, in base64. One that no rule names any more is taken away with
-- the change that left it.
create table custom_module (
  application_id text not null references application (id),
  hash text not null,
  content text not null,
  created_at bigint not null,
  primary key (application_id, hash)
);
