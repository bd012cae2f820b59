-- Whom an erasure is about while it goes on, how far it has come, and how many steps it took. When it is over, `person` and
-- `progress` are null and the receipt is left.
alter table event_erasure add column step bigint not null default 0;
alter table event_erasure add column person text;
alter table event_erasure add column progress text;
create index event_erasure_open on event_erasure (id) where progress is not null;

-- Whose a shared copy is. Copies that are older than this column go by their age.
alter table cart_share add column owner_kind text;
alter table cart_share add column owner_id text;
create index cart_share_of_owner on cart_share (application_id, owner_kind, owner_id) where owner_id is not null;

-- By whom rows of a person are found. Carts in use have an index of their own already.
create index cart_out_of_use on cart (application_id, owner_kind, owner_id) where state <> 'active';
create index cart_merged on cart (merged_into) where merged_into is not null;
create index cart_archive_of_owner on cart_archive (application_id, owner_kind, owner_id);
create index offer_use_of_holder on offer_use (application_id, holder);
create index gift_card_of_customer on gift_card (application_id, user_id) where user_id is not null;
create index event_by_sequence on event (application_id, sequence_key) where sequence_key is not null;
create index funnel_owner_of_customer on funnel_owner (application_id, user_id);

-- A guest's address ends with his carts; a customer's stays until it is removed.
alter table address add column expires_at bigint;
update address set expires_at = modified_at + 2592000000 where owner_kind = 'anonymous';
create index address_by_expiry on address (owner_kind, expires_at);
