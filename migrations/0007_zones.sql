-- The zones of areas, beside the area's document: whoever names a zone, such as a promotion for it, is told when no area has
-- it. Written in the batch of the area's row.
create table area_zone (
  company_id bigint not null,
  area text not null,
  zone bigint not null,
  primary key (company_id, area, zone),
  foreign key (company_id, area) references area (company_id, area)
);
create index area_zone_of_company on area_zone (company_id, zone);
