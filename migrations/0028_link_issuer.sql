-- Whoever issues a link has seen it. It never opens more than he may do himself, and it ends with him.
alter table operator_link add column issued_by text not null default '';
alter table operator_link add column most text not null default '["*"]';
