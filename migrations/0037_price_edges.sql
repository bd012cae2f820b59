-- Prices that begin and end: when the next of an article's prices does, so that what lists go by is written anew then.
alter table article add column price_edge bigint;
create index article_price_edge on article (price_edge) where price_edge is not null;
