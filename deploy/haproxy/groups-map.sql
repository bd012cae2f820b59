-- The lines of groups.map for the group whose database this is: psql -At -v group=east -f groups-map.sql postgres://…
select 'organization/' || id || ' ' || :'group' from organization
union all select 'company/' || id || ' ' || :'group' from company
union all select 'application/' || id || ' ' || :'group' from application
order by 1;
