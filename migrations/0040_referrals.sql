-- Whose a code of a referral coupon is. The code itself is one of the coupon's, in offer_code.
create table referral_code (
  application_id text not null references application (id),
  code text not null,
  offer_id text not null,
  user_id text not null,
  created_at bigint not null,
  primary key (application_id, code)
);
create unique index referral_code_of_customer on referral_code (application_id, offer_id, user_id);
