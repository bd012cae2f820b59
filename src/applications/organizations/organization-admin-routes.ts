/** One's own organization, and its companies: read, add, rename. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { OrganizationPath } from '../../contract/applications/client-contract.ts';
import {
  CompanyList,
  CompanyView,
  Named,
  OrganizationCompanyPath,
  OrganizationView,
} from '../../contract/applications/organization-contract.ts';
import { CursorQuery } from '../../contract/cursor-page-contract.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import type { Access } from '../../http/caller.ts';
import { operationTable } from '../../http/operation.ts';
import { isoTime } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';
import { addCompany } from '../add-organization.ts';
import { auditStatement } from '../audit-statements.ts';
import { listPage } from '../cursor.ts';
import { organizationPlaceOf } from '../named-place.ts';
import type { Author, Node } from '../node.ts';
import type { Company, Organization } from '../organization-store.ts';
import { writeOnce } from '../write-once.ts';
import { listCompanies, readCompany, readOrganization, renameCompany, renameOrganization } from './company-store.ts';

const words = {
  getOrganization: 'Read one’s own organization',
  getCompanies: 'List the companies of an organization',
  getCompany: 'Read one company',
  changeOrganization: 'Rename one’s own organization',
  addCompany: 'Add a company to an organization',
  changeCompany: 'Rename a company',
};

const path = '/service/platform/configuration/v1.0/organization/:organization_id';
const read: Access = { kind: 'permission', permission: 'organization/companies/read' };
const write: Access = { kind: 'permission', permission: 'organization/companies/write' };

const companyView = ({ id, organizationId, name, createdAt }: Company): CompanyView => ({
  id,
  organization_id: organizationId,
  name,
  created_at: isoTime(createdAt),
});
export const organizationView = ({ id, name, createdAt }: Organization): OrganizationView => ({
  id,
  name,
  created_at: isoTime(createdAt),
});

const reading = operationTable(read, ['Organizations'], words, {
  getOrganization: { params: OrganizationPath, response: { 200: OrganizationView } },
  getCompanies: { params: OrganizationPath, querystring: CursorQuery, response: { 200: CompanyList } },
  getCompany: { params: OrganizationCompanyPath, response: { 200: CompanyView } },
});
const writing = operationTable(write, ['Organizations'], words, {
  changeOrganization: { params: OrganizationPath, body: Named, response: { 200: OrganizationView } },
  addCompany: { params: OrganizationPath, body: Named, response: { 201: CompanyView } },
  changeCompany: { params: OrganizationCompanyPath, body: Named, response: { 200: CompanyView } },
});

export const organizationAdminRoutes: FastifyPluginAsyncTypebox<{ readonly node: Node }> = async (app, { node }) => {
  const ownOrganization = async (request: FastifyRequest, params: { readonly organization_id: string }) => {
    const found = await readOrganization(node.db, organizationPlaceOf(request, params));
    if (found === undefined) throw new Refusal('organization_not_found');
    return found;
  };
  const companyOf = async (organizationId: string, id: number): Promise<Company> => {
    const company = await readCompany(node.db, organizationId, id);
    if (company === undefined) throw new Refusal('company_not_found');
    return company;
  };

  const renamed = (
    { actor, requestId }: Author,
    organizationId: string,
    [what, id]: readonly ['organization' | 'company', string | number],
    [before, after]: readonly [string, string],
  ) => {
    const told = {
      action: `${what}.change`,
      subject: `${what}/${id}`,
      before: { name: before },
      after: { name: after },
    };
    return auditStatement({ actor, requestId, organizationId, ...told, at: node.now() }, node.random);
  };

  app.get(path, reading.getOrganization, async (request) =>
    organizationView(await ownOrganization(request, request.params)),
  );

  app.patch(path, writing.changeOrganization, async (request, reply) => {
    const again = async () => organizationView(await ownOrganization(request, request.params));
    const name = request.body.name.trim();
    return writeOnce(node, request, reply, {
      run: ({ remember, ...author }) =>
        untilGuardHolds('organization', async () => {
          const organization = await ownOrganization(request, request.params);
          const { id } = organization;
          const told = renamed(author, id, ['organization', id], [organization.name, name]);
          await node.db.commit([...remember(id), renameOrganization(organization, name), told]);
          return again();
        }),
      replay: again,
    });
  });

  app.get(`${path}/company`, reading.getCompanies, async (request) => {
    const organizationId = organizationPlaceOf(request, request.params);
    return listPage(request.query, ['number'], {
      read: (after, limit) => listCompanies(node.db, organizationId, after?.[0] ?? 0, limit),
      placeOf: ({ id }) => [id],
      view: companyView,
    });
  });

  app.post(`${path}/company`, writing.addCompany, async (request, reply) => {
    const organizationId = organizationPlaceOf(request, request.params);
    const answer = async (id: number): Promise<CompanyView> => companyView(await companyOf(organizationId, id));
    return writeOnce<CompanyView, number>(node, request, reply, {
      status: 201,
      run: async (author) => answer(await addCompany(node, organizationId, request.body.name.trim(), author)),
      replay: answer,
    });
  });

  app.get(`${path}/company/:company_id`, reading.getCompany, async (request) =>
    companyView(await companyOf(organizationPlaceOf(request, request.params), request.params.company_id)),
  );

  app.patch(`${path}/company/:company_id`, writing.changeCompany, async (request, reply) => {
    const organizationId = organizationPlaceOf(request, request.params);
    const { company_id: id } = request.params;
    const name = request.body.name.trim();
    const again = async (): Promise<CompanyView> => companyView(await companyOf(organizationId, id));
    return writeOnce<CompanyView, number>(node, request, reply, {
      run: ({ remember, ...author }) =>
        untilGuardHolds('company', async () => {
          const company = await companyOf(organizationId, id);
          const told = renamed(author, organizationId, ['company', id], [company.name, name]);
          await node.db.commit([...remember(id), renameCompany(company, name), told]);
          return again();
        }),
      replay: again,
    });
  });
};
