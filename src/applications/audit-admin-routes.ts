/** The audit of the caller's organization, newest first. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type AuditFilter, type AuditRow, listAudit } from './audit-store.ts';
import { listPage } from './cursor.ts';
import { requireCompany } from './named-place.ts';
import type { Node } from './node.ts';
import { CompanyPath } from '../contract/applications/application-admin-contract.ts';
import { AuditList, AuditQuery } from '../contract/applications/audit-contract.ts';
import { permittedCaller } from '../http/access.ts';
import { sentInSlices } from '../http/answers/json-in-slices.ts';
import { operationTable } from '../http/operation.ts';
import { isoTime } from '../shared/clock.ts';
import { textsInTurns } from '../shared/slices.ts';

const words = {
  listAudit:
    'List administrative changes of the organization, newest first, also by who made them, what was done, and when',
};

const entryOf = ({ id, actor, action, subject, request_id, created_at, document }: AuditRow) => {
  const { before, after } = JSON.parse(document) as { readonly before: unknown; readonly after: unknown };
  return { id, actor, action, subject, request_id, created_at: isoTime(created_at), before, after };
};

const filterOf = ({ actor, action, kind, subject, from_date, to_date }: AuditQuery): AuditFilter => ({
  actor,
  action,
  kind,
  subject,
  from: from_date === undefined ? undefined : Date.parse(from_date),
  to: to_date === undefined ? undefined : Date.parse(to_date),
});

const reading = operationTable({ kind: 'permission', permission: 'company/audit/read' }, ['Configuration'], words, {
  listAudit: { params: CompanyPath, querystring: AuditQuery, response: { 200: AuditList } },
});

export const auditAdminRoutes: FastifyPluginAsyncTypebox<{ readonly node: Node }> = async (app, { node }) => {
  app.get(
    '/service/platform/configuration/v1.0/company/:company_id/audit',
    reading.listAudit,
    async (request, reply) => {
      const { organizationId } = permittedCaller(request);
      const { items: rows, page } = await listPage(request.query, ['number', 'string'], {
        read: async (after, limit) => {
          await requireCompany(node, { organizationId, companyId: request.params.company_id });
          const place = after && { createdAt: after[0], id: after[1] };
          return listAudit(node.db, organizationId, { filter: filterOf(request.query), after: place, limit });
        },
        placeOf: (row) => [row.created_at, row.id],
        view: (row) => row,
      });
      // What was changed may be of any size, before and after.
      const items = await textsInTurns(rows, ({ document }) => document.length, entryOf);
      return sentInSlices(reply, { items, page });
    },
  );
};
