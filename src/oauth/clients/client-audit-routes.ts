/** What was done to one client, or to all clients of an organization, newest first. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { AuditPlace, AuditRow } from '../../applications/audit-store.ts';
import { cursorPage, pageSize, readCursor } from '../../applications/cursor.ts';
import type { Node } from '../../applications/node.ts';
import { AuditList } from '../../contract/applications/audit-contract.ts';
import { ClientPath, OrganizationPath } from '../../contract/applications/client-contract.ts';
import { CursorQuery } from '../../contract/cursor-page-contract.ts';
import { operationTable } from '../../http/operation.ts';
import { pageErrors } from '../../http/pages/page-errors.ts';
import { clientPlace, clientsPath, clientTags, ownOrganization, readClients } from './client-access.ts';
import { clientEverExisted, listClientAudit, listClientsAudit } from './client-audit-store.ts';
import { isoTime } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';

const words = {
  listClientsAudit: 'List what was done to the clients of an organization, newest first',
  listClientAudit: 'List what was done to a client, also to a deleted one, newest first',
};

const placeIn = ({ page_id: token }: CursorQuery): AuditPlace | undefined => {
  const [createdAt, id] = readCursor<[number, string]>(token, ['number', 'string']) ?? [];
  return createdAt === undefined || id === undefined ? undefined : { createdAt, id };
};

const entryOf = ({ created_at, document, ...row }: AuditRow) => ({
  ...row,
  created_at: isoTime(created_at),
  ...(JSON.parse(document) as { readonly before: unknown; readonly after: unknown }),
});

const listOf = (list: readonly AuditRow[], size: number) => {
  const { rows, page } = cursorPage(list, size, (row) => [row.created_at, row.id]);
  return { items: rows.map(entryOf), page };
};

const reading = operationTable(readClients, clientTags, words, {
  listClientsAudit: { params: OrganizationPath, querystring: CursorQuery, response: { 200: AuditList } },
  listClientAudit: { params: ClientPath, querystring: CursorQuery, response: { 200: AuditList } },
});

export const clientAuditRoutes: FastifyPluginAsyncTypebox<{ readonly node: Node }> = async (app, { node }) => {
  app.get(
    `${clientsPath}/audit`,
    { ...reading.listClientsAudit, schemaErrorFormatter: pageErrors },
    async (request) => {
      const organizationId = ownOrganization(request, request.params);
      const size = pageSize(request.query);
      return listOf(await listClientsAudit(node.db, organizationId, placeIn(request.query), size + 1), size);
    },
  );

  app.get(
    `${clientsPath}/:client_id/audit`,
    { ...reading.listClientAudit, schemaErrorFormatter: pageErrors },
    async (request) => {
      const place = clientPlace(request, request.params);
      const size = pageSize(request.query);
      const after = placeIn(request.query);
      if (!(await clientEverExisted(node.db, place))) throw new Refusal('client_not_found');
      return listOf(await listClientAudit(node.db, place, after, size + 1), size);
    },
  );
};
