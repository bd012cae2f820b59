-- The order that a letter is about: who is forgotten before it could be sent is not written to, and what it says does not stay.
alter table mail add column about text;
create index mail_by_order on mail (about) where about is not null;
