/** The audit of the caller's organization, newest first. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type AuditRow, listAudit } from './audit-store.ts';
import { cursorPage, pageSize, readCursor } from './cursor.ts';
import { requireCompany } from './named-place.ts';
import type { Node } from './node.ts';
import { CompanyPath } from '../contract/applications/application-admin-contract.ts';
import { AuditList } from '../contract/applications/audit-contract.ts';
import { CursorQuery } from '../contract/cursor-page-contract.ts';
import { permittedCaller } from '../http/access.ts';
import { operationTable } from '../http/operation.ts';
import { isoTime } from '../shared/clock.ts';

const entryOf = ({ id, actor, action, subject, request_id, created_at, document }: AuditRow) => {
  const { before, after } = JSON.parse(document) as { readonly before: unknown; readonly after: unknown };
  return { id, actor, action, subject, request_id, created_at: isoTime(created_at), before, after };
};

const reading = operationTable({ kind: 'permission', permission: 'company/audit/read' }, ['Configuration'], {
  listAudit: [
    'List administrative changes of the organization, newest first',
    { params: CompanyPath, querystring: CursorQuery, response: { 200: AuditList } },
  ],
});

export const auditAdminRoutes: FastifyPluginAsyncTypebox<{ readonly node: Node }> = async (app, { node }) => {
  app.get('/service/platform/configuration/v1.0/company/:company_id/audit', reading.listAudit, async (request) => {
    const { organizationId } = permittedCaller(request);
    const size = pageSize(request.query);
    const [createdAt, id] = readCursor<[number, string]>(request.query.page_id, ['number', 'string']) ?? [];
    await requireCompany(node, { organizationId, companyId: request.params.company_id });
    const place = createdAt === undefined || id === undefined ? undefined : { createdAt, id };
    const list = await listAudit(node.db, organizationId, place, size + 1);
    const { rows, page } = cursorPage(list, size, (row) => [row.created_at, row.id]);
    return { items: rows.map(entryOf), page };
  });
};
