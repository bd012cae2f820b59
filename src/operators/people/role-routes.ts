/** Roles: those every organization has, and its own. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { organizationPlaceOf } from '../../applications/named-place.ts';
import { removeOnce, writeOnce } from '../../applications/write-once.ts';
import { OrganizationPath } from '../../contract/applications/client-contract.ts';
import { NewRole, RoleChange, RoleList, RolePath, RoleView } from '../../contract/applications/people-contract.ts';
import { Done } from '../../contract/offers/offer-parts-contract.ts';
import { operationTable } from '../../http/operation.ts';
import { entityTag } from '../../http/requests/conditional.ts';
import { isoTime } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';
import { builtInRoles, isRole, type Role, roles } from '../operator-rules.ts';
import { addRole, changeRole, removeRole } from './change-role.ts';
import { giverOf, organizationPath, type PeopleOptions, readPeople, tags, writePeople } from './people-access.ts';
import { findRole, listRoles, type OwnRole } from './role-store.ts';

const words = {
  getRoles: 'List roles and what each may do',
  getRole: 'Read one role',
  addRole:
    'Make a role of permissions. It cannot hold more than the caller has himself. An organization has at most 50 of its own.',
  changeRole: 'Change a role. It counts for everybody who has it from the next request on.',
  removeRole: 'Remove a role that nobody has',
};

const path = `${organizationPath}/role`;

const builtIn = (name: Role): RoleView => ({
  name,
  description: builtInRoles[name].description,
  permissions: [...builtInRoles[name].permissions],
  is_built_in: true,
  version: 0,
  modified_at: null,
});
const own = ({ name, description, permissions, version, modifiedAt }: OwnRole): RoleView => ({
  name,
  description,
  permissions: [...permissions],
  is_built_in: false,
  version,
  modified_at: isoTime(modifiedAt),
});

const reading = operationTable(readPeople, tags, words, {
  getRoles: { params: OrganizationPath, response: { 200: RoleList } },
  getRole: { params: RolePath, response: { 200: RoleView } },
});
const writing = operationTable(writePeople, tags, words, {
  addRole: { params: OrganizationPath, body: NewRole, response: { 201: RoleView } },
  changeRole: { params: RolePath, body: RoleChange, response: { 200: RoleView } },
  removeRole: { params: RolePath, response: { 200: Done } },
});

export const roleRoutes: FastifyPluginAsyncTypebox<PeopleOptions> = async (app, { node }) => {
  const shown = async (reply: FastifyReply, organizationId: string, name: string): Promise<RoleView> => {
    const role = isRole(name) ? undefined : await findRole(node.db, organizationId, name);
    if (role === undefined && !isRole(name)) throw new Refusal('role_not_found');
    const view = role === undefined ? builtIn(name as Role) : own(role);
    reply.header('etag', entityTag(view.version));
    return view;
  };

  app.get(path, reading.getRoles, async (request) => {
    const organizationId = organizationPlaceOf(request, request.params);
    const made = await listRoles(node.db, organizationId);
    return { items: [...roles.map(builtIn), ...made.map(own)] };
  });

  app.get(`${path}/:role`, reading.getRole, async (request, reply) =>
    shown(reply, organizationPlaceOf(request, request.params), request.params.role),
  );

  app.post(path, writing.addRole, async (request, reply) => {
    const giver = giverOf(request, request.params);
    return writeOnce(node, request, reply, {
      status: 201,
      run: async (write) => {
        await addRole(node, giver, request.body, write);
        return shown(reply, giver.organizationId, request.body.name);
      },
      replay: (name) => shown(reply, giver.organizationId, name),
    });
  });

  app.patch(`${path}/:role`, writing.changeRole, async (request, reply) => {
    const giver = giverOf(request, request.params);
    const name = request.params.role;
    return writeOnce(node, request, reply, {
      run: async (write) => {
        await changeRole(node, giver, { name, change: request.body }, write);
        return shown(reply, giver.organizationId, name);
      },
      replay: () => shown(reply, giver.organizationId, name),
    });
  });

  app.delete(`${path}/:role`, writing.removeRole, async (request, reply) => {
    const giver = giverOf(request, request.params);
    const remove = (write: Parameters<typeof removeRole>[3]) => removeRole(node, giver, request.params.role, write);
    return removeOnce(node, request, reply, { what: 'role', remove });
  });
};
