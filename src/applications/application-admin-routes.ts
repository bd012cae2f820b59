/** Applications of a company: list, add, read, change. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { type Static } from 'typebox';
import { addApplication } from './add-application.ts';
import { type Application, listApplications } from './application-store.ts';
import { changeApplication } from './change-application.ts';
import { listPage } from './cursor.ts';
import { companyPlaceOf, namedApplication, placeOf, requireCompany } from './named-place.ts';
import type { Node } from './node.ts';
import { writeOnce } from './write-once.ts';
import {
  AddedApplication,
  ApplicationList,
  ApplicationPath,
  ApplicationView,
  CompanyPath,
  NewApplication,
} from '../contract/applications/application-admin-contract.ts';
import { ApplicationChange } from '../contract/applications/application-contract.ts';
import { CursorQuery } from '../contract/cursor-page-contract.ts';
import { Unchanged } from '../contract/primitives.ts';
import { permittedCaller } from '../http/access.ts';
import type { Access } from '../http/caller.ts';
import { operationTable } from '../http/operation.ts';
import { entityTag, noneMatch } from '../http/requests/conditional.ts';
import { isoTime } from '../shared/clock.ts';

const words = {
  listApplications: 'List the applications of a company',
  getApplication: 'Read the settings of an application',
  addApplication: 'Add an application with its first token',
  changeApplication:
    'Change settings of an application. Fields that are left out stay as they are, also inside policy. With If-Match the change happens only on that version.',
};

export const read: Access = { kind: 'permission', permission: 'company/settings/read' };
export const write: Access = { kind: 'permission', permission: 'company/settings/write' };
const tags = ['Configuration'];
const path = '/service/platform/configuration/v1.0/company/:company_id/application';

const viewOf = ({
  id,
  companyId,
  version,
  createdAt,
  modifiedAt,
  settings,
  secretsSet,
}: Application): ApplicationView => ({
  id,
  company_id: companyId,
  version,
  created_at: isoTime(createdAt),
  modified_at: isoTime(modifiedAt),
  ...settings,
  customer_token_secret_set: secretsSet.customer_token_secret,
  request_signature_secret_set: secretsSet.request_signature_secret,
  payment_secret_set: secretsSet.payment_secret,
});

/** The view, with its version in the ETag. */
const shown = (reply: FastifyReply, application: Application): ApplicationView => {
  reply.header('etag', entityTag(application.version));
  return viewOf(application);
};

const reading = operationTable(read, tags, words, {
  listApplications: { params: CompanyPath, querystring: CursorQuery, response: { 200: ApplicationList } },
  getApplication: { params: ApplicationPath, response: { 200: ApplicationView, 304: Unchanged } },
});
const writing = operationTable(write, tags, words, {
  addApplication: { params: CompanyPath, body: NewApplication, response: { 201: AddedApplication } },
  changeApplication: { params: ApplicationPath, body: ApplicationChange, response: { 200: ApplicationView } },
});

export const applicationAdminRoutes: FastifyPluginAsyncTypebox<{ readonly node: Node }> = async (app, { node }) => {
  app.get(path, reading.listApplications, async (request) => {
    const { organizationId } = permittedCaller(request);
    const companyId = request.params.company_id;
    return listPage(request.query, ['string'], {
      read: async (after, limit) => {
        await requireCompany(node, { organizationId, companyId });
        return listApplications(node.db, { organizationId, companyId }, after?.[0] ?? '', limit);
      },
      placeOf: ({ id }) => [id],
      view: viewOf,
    });
  });

  app.post(path, writing.addApplication, async (request, reply) => {
    const company = companyPlaceOf(request, request.params);
    const answer = async (applicationId: string): Promise<Static<typeof AddedApplication>> =>
      shown(reply, await namedApplication(node, { ...company, applicationId }));
    return writeOnce(node, request, reply, {
      status: 201,
      remembersAs: 'application_id',
      run: async (write) => {
        const { applicationId, applicationToken } = await addApplication(node, company, request.body, write);
        return { ...(await answer(applicationId)), application_token: applicationToken };
      },
      // The token is kept as a hash only: a repeat finds the application, not the token.
      replay: answer,
    });
  });

  app.get(`${path}/:application_id`, reading.getApplication, async (request, reply) => {
    const application = await namedApplication(node, placeOf(request, request.params));
    const view = shown(reply, application);
    if (noneMatch(request.headers['if-none-match'], entityTag(application.version)))
      return reply.code(304).send(undefined);
    return view;
  });

  app.patch(`${path}/:application_id`, writing.changeApplication, async (request, reply) => {
    const place = placeOf(request, request.params);
    return writeOnce<ApplicationView, number>(node, request, reply, {
      run: async (write) => shown(reply, await changeApplication(node, place, request.body, write)),
      replay: async () => shown(reply, await namedApplication(node, place)),
    });
  });
};
