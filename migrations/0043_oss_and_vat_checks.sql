-- What a company sold to consumers in other countries of the European Union, without tax, in minor units: by year and by the currency
-- of the applications that sold it. `elsewhere` is what it sold by other ways and says itself.
create table oss_sale (
  company_id bigint not null references company (id),
  year bigint not null,
  currency text not null,
  sold bigint not null,
  elsewhere bigint not null,
  version bigint not null,
  primary key (company_id, year, currency)
);

-- What the service that knows VAT numbers said of the number of a shopper, and when it is asked again. The number of a sole trader is
-- personal, so it is kept with whose it is.
create table vat_check (
  application_id text not null references application (id),
  owner_kind text not null,
  owner_id text not null,
  vat_id text not null,
  state text not null,
  consultation text,
  checked_at bigint,
  asked_at bigint not null,
  due_at bigint not null,
  expires_at bigint not null,
  primary key (application_id, owner_kind, owner_id, vat_id)
);
create index vat_check_due on vat_check (due_at, application_id, vat_id);
create index vat_check_by_expiry on vat_check (expires_at);
