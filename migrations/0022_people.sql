-- Roles of an organization's own, beside those that every one has. The document holds the permissions a role stands for.
create table operator_role (
  organization_id text not null references organization (id),
  name text not null,
  version bigint not null,
  created_at bigint not null,
  modified_at bigint not null,
  document text not null,
  primary key (organization_id, name)
);

-- When somebody who was invited came in for the first time; null while the invitation is open or after it was revoked.
alter table operator add column joined_at bigint;
update operator set joined_at = created_at
  where password_hash is not null
    or exists (select 1 from audit a where a.subject = 'operator/' || operator.id and a.action = 'operator.sign_in');
create index operator_by_organization on operator (organization_id, email);
