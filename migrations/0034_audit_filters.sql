-- Who changed something, and every time something was done, each newest first.
create index audit_by_actor on audit (organization_id, actor, created_at, id);
create index audit_by_action on audit (organization_id, action, created_at, id);
