-- What the pictures of a company take up, in bytes: counted in the batch that puts one up or takes one away.
insert into counter (name, value)
select 'picture_bytes/' || company_id, sum(length(content)) from picture group by company_id;
