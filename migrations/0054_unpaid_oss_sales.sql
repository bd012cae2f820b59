-- What of `sold` nobody has paid for yet. It makes nobody's goods cheaper: whose rates hold is decided without it where they cost less.
alter table oss_sale add column unpaid bigint not null default 0;
