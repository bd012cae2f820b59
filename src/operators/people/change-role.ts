/** Use cases: roles of an organization's own. Nobody makes or changes one that may do more than himself. */
import { auditStatement } from '../../applications/audit-statements.ts';
import type { Author, Node } from '../../applications/node.ts';
import { holdOrganization } from '../../applications/organization-store.ts';
import type { KeyedWrite } from '../../applications/write-once.ts';
import type { NewRole, RoleChange } from '../../contract/applications/people-contract.ts';
import { guardFailed, type Statement } from '../../db/database.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import { Refusal } from '../../shared/errors.ts';
import { checkCovered, checkKnown } from '../../http/permissions.ts';
import { isRole, type RoleDocument } from '../operator-rules.ts';
import type { Giver } from './given-role.ts';
import { deleteRole, findRole, insertRole, type OwnRole, roomForRole, updateRole } from './role-store.ts';

const PLACE = 'permissions';

type Told = { readonly action: string; readonly name: string; readonly before: unknown; readonly after: unknown };
const roleAudit = (
  node: Node,
  organizationId: string,
  { actor, requestId }: Author,
  { name, ...told }: Told,
): Statement =>
  auditStatement({ actor, requestId, organizationId, subject: `role/${name}`, ...told, at: node.now() }, node.random);

export const addRole = async (
  node: Node,
  giver: Giver,
  given: NewRole,
  { remember, ...author }: KeyedWrite<string>,
): Promise<void> => {
  const { name, description = '', permissions } = given;
  if (isRole(name)) throw new Refusal('name_taken');
  checkKnown(permissions, PLACE);
  checkCovered(permissions, giver.permissions, PLACE);
  const after = { description, permissions };
  try {
    await node.db.commit([
      ...remember(name),
      holdOrganization(giver.organizationId),
      insertRole(giver.organizationId, name, after, node.now()),
      roomForRole(giver.organizationId),
      roleAudit(node, giver.organizationId, author, { action: 'role.add', name, before: null, after }),
    ]);
  } catch (error) {
    if (guardFailed(error, 'role_limit')) throw new Refusal('role_limit_reached', { cause: error });
    throw guardFailed(error, 'role_name') ? new Refusal('name_taken', { cause: error }) : error;
  }
};

/** One he may decide over. */
const roleFor = async ({ db }: Node, { organizationId, permissions }: Giver, name: string): Promise<OwnRole> => {
  if (isRole(name)) throw new Refusal('role_built_in');
  const role = await findRole(db, organizationId, name);
  if (role === undefined) throw new Refusal('role_not_found');
  checkCovered(role.permissions, permissions, PLACE);
  return role;
};

export const changeRole = (
  node: Node,
  giver: Giver,
  { name, change }: { readonly name: string; readonly change: RoleChange },
  { remember, checkVersion, ...author }: KeyedWrite<string>,
): Promise<void> =>
  untilGuardHolds('role_current', async () => {
    const role = await roleFor(node, giver, name);
    checkVersion(role.version);
    const before: RoleDocument = { description: role.description, permissions: role.permissions };
    const after: RoleDocument = { ...before, ...change };
    checkKnown(after.permissions, PLACE);
    checkCovered(after.permissions, giver.permissions, PLACE);
    await node.db.commit([
      ...remember(name),
      updateRole(giver.organizationId, role, after, node.now()),
      roleAudit(node, giver.organizationId, author, { action: 'role.change', name, before, after }),
    ]);
  });

export const removeRole = async (
  node: Node,
  giver: Giver,
  name: string,
  { remember, checkVersion, ...author }: KeyedWrite<string>,
): Promise<void> => {
  const { version, description, permissions } = await roleFor(node, giver, name);
  checkVersion(version);
  const before = { description, permissions };
  try {
    await node.db.commit([
      ...remember(name),
      holdOrganization(giver.organizationId),
      deleteRole(giver.organizationId, name),
      roleAudit(node, giver.organizationId, author, { action: 'role.remove', name, before, after: null }),
    ]);
  } catch (error) {
    throw guardFailed(error, 'role_unused') ? new Refusal('role_in_use', { cause: error }) : error;
  }
};
