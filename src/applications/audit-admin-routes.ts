/** The audit of the caller's organization, newest first. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type AuditRow, listAudit } from './audit-store.ts';
import { listPage } from './cursor.ts';
import { requireCompany } from './named-place.ts';
import type { Node } from './node.ts';
import { CompanyPath } from '../contract/applications/application-admin-contract.ts';
import { AuditList } from '../contract/applications/audit-contract.ts';
import { CursorQuery } from '../contract/cursor-page-contract.ts';
import { permittedCaller } from '../http/access.ts';
import { operationTable } from '../http/operation.ts';
import { isoTime } from '../shared/clock.ts';

const words = {
  listAudit: 'List administrative changes of the organization, newest first',
};

const entryOf = ({ id, actor, action, subject, request_id, created_at, document }: AuditRow) => {
  const { before, after } = JSON.parse(document) as { readonly before: unknown; readonly after: unknown };
  return { id, actor, action, subject, request_id, created_at: isoTime(created_at), before, after };
};

const reading = operationTable({ kind: 'permission', permission: 'company/audit/read' }, ['Configuration'], words, {
  listAudit: { params: CompanyPath, querystring: CursorQuery, response: { 200: AuditList } },
});

export const auditAdminRoutes: FastifyPluginAsyncTypebox<{ readonly node: Node }> = async (app, { node }) => {
  app.get('/service/platform/configuration/v1.0/company/:company_id/audit', reading.listAudit, async (request) => {
    const { organizationId } = permittedCaller(request);
    return listPage(request.query, ['number', 'string'], {
      read: async (after, limit) => {
        await requireCompany(node, { organizationId, companyId: request.params.company_id });
        return listAudit(node.db, organizationId, after && { createdAt: after[0], id: after[1] }, limit);
      },
      placeOf: (row) => [row.created_at, row.id],
      view: entryOf,
    });
  });
};
