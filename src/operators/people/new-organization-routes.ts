/** Further organizations of an installation, each with its first company and owner. Made by the organization that was set up first. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { planOrganization } from '../../applications/add-organization.ts';
import { listPage } from '../../applications/cursor.ts';
import { requireFirstOrganization } from '../../applications/named-place.ts';
import { holdOrganization, roomForOrganization, takeCompanyId } from '../../applications/organization-store.ts';
import { listOrganizations, readOrganization } from '../../applications/organizations/company-store.ts';
import { organizationView } from '../../applications/organizations/organization-admin-routes.ts';
import { auditStatement } from '../../applications/audit-statements.ts';
import { type AuthoredWrite, writeOnce } from '../../applications/write-once.ts';
import {
  AddedOrganization,
  NewOrganization,
  OrganizationList,
} from '../../contract/applications/organization-contract.ts';
import { CursorQuery } from '../../contract/cursor-page-contract.ts';
import { guardFailed } from '../../db/database.ts';
import { permittedCaller } from '../../http/access.ts';
import { operationTable } from '../../http/operation.ts';
import { isoTime } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';
import { EVERYTHING, planOperator } from '../add-operator.ts';
import { normalEmail } from '../operator-rules.ts';
import { issuerNames, linkAddress, type PeopleOptions } from './people-access.ts';

const words = {
  getOrganizations:
    'List the organizations of this installation. For the organization that was set up first; for any other this is 404.',
  addOrganization:
    'Add an organization with its first company and its owner. For the organization that was set up first; for any other this is 404. It gets no access to the new one: the owner comes in by the link of the answer.',
};

const path = '/service/platform/configuration/v1.0/installation/organization';

const reading = operationTable(
  { kind: 'permission', permission: 'installation/organizations/read' },
  ['Organizations'],
  words,
  {
    getOrganizations: { querystring: CursorQuery, response: { 200: OrganizationList } },
  },
);
const writing = operationTable(
  { kind: 'permission', permission: 'installation/organizations/write' },
  ['Organizations'],
  words,
  {
    addOrganization: { body: NewOrganization, response: { 201: AddedOrganization } },
  },
);

export const newOrganizationRoutes: FastifyPluginAsyncTypebox<PeopleOptions> = async (app, { node, publicUrl }) => {
  const add = async (
    { first, names }: { readonly first: string; readonly names: readonly string[] },
    { name, company_name: companyName = name, owner }: NewOrganization,
    { remember, ...author }: AuthoredWrite<string>,
  ): Promise<AddedOrganization> => {
    const companyId = await takeCompanyId(node.db);
    const planned = planOrganization(node, { name: name.trim(), companyName: companyName.trim(), companyId }, author);
    const { organizationId: id } = planned;
    const email = normalEmail(owner.email);
    const person = { organizationId: id, email, name: owner.name?.trim() || email, role: 'owner' };
    const invited = planOperator(node, person, author, { names, permissions: EVERYTHING });
    const at = node.now();
    const told = { action: 'organization.add', subject: `organization/${id}`, before: null, after: { name } };
    try {
      await node.db.commit([
        ...remember(id),
        holdOrganization(first),
        ...planned.statements,
        ...invited.statements,
        roomForOrganization(first),
        auditStatement({ ...author, organizationId: first, ...told, at }, node.random),
      ]);
    } catch (error) {
      if (guardFailed(error, 'organization_limit')) throw new Refusal('organization_limit_reached', { cause: error });
      throw guardFailed(error, 'operator_email') ? new Refusal('email_taken', { cause: error }) : error;
    }
    return {
      ...organizationView({ id, name: name.trim(), createdAt: at }),
      company_id: companyId,
      owner_id: invited.operatorId,
      link: linkAddress(publicUrl, invited.linkToken),
      link_expires_at: isoTime(invited.expiresAt),
    };
  };

  app.get(path, reading.getOrganizations, async (request) => {
    await requireFirstOrganization(node, request);
    return listPage(request.query, ['string'], {
      read: (after, limit) => listOrganizations(node.db, after?.[0] ?? '', limit),
      placeOf: ({ id }) => [id],
      view: organizationView,
    });
  });

  app.post(path, writing.addOrganization, async (request, reply) => {
    const first = await requireFirstOrganization(node, request);
    return writeOnce<AddedOrganization>(node, request, reply, {
      status: 201,
      run: (write) => add({ first, names: issuerNames(permittedCaller(request)) }, request.body, write),
      replay: async (id) => {
        const made = await readOrganization(node.db, id);
        if (made === undefined) throw new Refusal('organization_not_found');
        return organizationView(made);
      },
    });
  });
};
