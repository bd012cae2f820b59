/** Feeds: one PUT for each kind there is, whichever area it comes from. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { auditStatement } from '../../applications/audit-statements.ts';
import { companyPlaceOf, requireCompany } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import { authorOf } from '../../applications/write-once.ts';
import { CompanyPath } from '../../contract/applications/application-admin-contract.ts';
import { FeedReport, FeedSummary, RowVerdict } from '../../contract/catalog/catalog-feed-contract.ts';
import { ErrorBody, FileAnswer } from '../../contract/primitives.ts';
import { csvStream } from '../../feeds/csv-rows.ts';
import { csvColumns } from '../../feeds/csv-columns.ts';
import { csvLine } from '../../feeds/csv-line.ts';
import { feedReport, verdictStream } from '../../feeds/feed-answer.ts';
import type { Feed, FeedCount, FeedKind } from '../../feeds/feed-kind.ts';
import { arrayRows, type Chunks, lineRows, theBeginning } from '../../feeds/feed-rows.ts';
import { jsonRows, runFeed } from '../../feeds/feed-run.ts';
import { permittedCaller } from '../../http/access.ts';
import { operations } from '../../http/operation.ts';
import { refusalFor } from '../../http/error-handler.ts';
import { Refusal } from '../../shared/errors.ts';
import { objectId } from '../../shared/identifiers.ts';
import { unreadBodies } from './row-bodies.ts';
import { chunksOf, CSV, installStreams, namedColumns, NDJSON, TableColumns } from './row-streams.ts';

const FeedQuery = Type.Object({
  verdicts: Type.Optional(
    Type.Enum(['all', 'refused'], { description: 'For lines: which rows to answer for; all when left out.' }),
  ),
  column: TableColumns,
});

const bodyOf = ({ schema }: FeedKind) =>
  Type.Unsafe<unknown>({
    content: {
      'application/json': { schema: Type.Array(schema) },
      [NDJSON]: { schema },
      [CSV]: { schema: { type: 'string' } },
    },
  });

const feedAnswer = Type.Unsafe<FeedReport>({
  description: 'One report for an array; for lines, a line for each row that is answered for and a summary.',
  content: { 'application/json': { schema: FeedReport }, [NDJSON]: { schema: { anyOf: [RowVerdict, FeedSummary] } } },
});

export const feedAdminRoutes: FastifyPluginAsyncTypebox<{
  readonly node: Node;
  readonly kinds: readonly FeedKind[];
}> = async (app, { node, kinds }) => {
  installStreams(app, ['application/json', NDJSON, CSV]);

  const contextOf = async (request: FastifyRequest, companyId: number): Promise<Feed> => {
    await requireCompany(node, companyPlaceOf(request, { company_id: companyId }));
    return { db: node.db, companyId, runId: objectId(node.random), at: node.now() };
  };
  /** One entry for a feed, whatever its length; what each row became is in the verdicts. */
  const audit = (request: FastifyRequest, kind: FeedKind, { companyId, runId }: Feed, counted: FeedCount) =>
    node.db.commit([
      auditStatement(
        {
          ...authorOf(request),
          organizationId: permittedCaller(request).organizationId,
          action: 'catalog.feed',
          subject: `company/${companyId}/${kind.name}`,
          before: null,
          after: { accepted: counted.accepted, refused: counted.refused, run_id: runId },
          at: node.now(),
        },
        node.random,
      ),
    ]);

  const answerLines = (
    request: FastifyRequest<{ Querystring: { verdicts?: string } }>,
    reply: FastifyReply,
    { kind, context, body }: { readonly kind: FeedKind; readonly context: Feed; readonly body: Chunks },
  ): FastifyReply => {
    const feed = runFeed(kind, jsonRows(lineRows(body, theBeginning)), context);
    const stream = verdictStream(feed, request.query.verdicts !== 'refused', {
      ended: async (counted) => void (await audit(request, kind, context, counted)),
      failed: (error) => {
        const refusal = refusalFor(error);
        if (refusal === undefined) request.log.error({ err: error }, 'a feed ended early');
        return refusal ?? new Refusal('internal_error');
      },
    });
    return reply.type(NDJSON).send(stream);
  };

  for (const kind of kinds) {
    app.put(
      `/service/platform/catalog/v1.0/company/:company_id/${kind.name}`,
      {
        config: { access: { kind: 'permission', permission: kind.permission }, streams: true },
        validatorCompiler: unreadBodies,
        schema: {
          operationId: `feed${kind.name.replace(/(^|-)(\w)/g, (_, _dash: string, letter: string) => letter.toUpperCase())}`,
          tags: ['Catalogue'],
          summary: kind.summary,
          description: `A JSON array of rows or a table (${CSV}, with a header), answered by one report; or lines of ${NDJSON}, answered by a line for each row and a summary. Rows are added or replaced; one that cannot be taken is refused alone.`,
          params: CompanyPath,
          body: bodyOf(kind),
          querystring: FeedQuery,
          response: { 200: feedAnswer, '4xx': ErrorBody },
        },
      },
      async (request, reply) => {
        const context = await contextOf(request, request.params.company_id);
        const body = chunksOf(request.body);
        if (request.headers['content-type']?.startsWith(NDJSON) === true) {
          return answerLines(request, reply, { kind, context, body }) as unknown as FeedReport;
        }
        const isTable = request.headers['content-type']?.startsWith(CSV) === true;
        const rows = isTable
          ? csvStream(body, kind.schema, namedColumns(request.query.column ?? []))
          : jsonRows(arrayRows(body));
        const report = await feedReport(runFeed(kind, rows, context));
        await audit(request, kind, context, report);
        return report as FeedReport;
      },
    );
    app.get(
      `/service/platform/catalog/v1.0/company/:company_id/templates/${kind.name}`,
      operations({ kind: 'permission', permission: kind.permission.replace(/write$/, 'read') }, ['Catalogue'])(
        `template${kind.name.replace(/(^|-)(\w)/g, (_, _dash: string, letter: string) => letter.toUpperCase())}`,
        `Get an empty table for ${kind.name.replace('-', ' ')}`,
        {
          description:
            'The header of a table that the feed takes. Columns may be left out; of a list (prices.0.marked) there may be more (prices.1.marked).',
          params: CompanyPath,
          response: { 200: FileAnswer<string>('One line of CSV.', CSV) },
        },
      ),
      async (request, reply) => {
        await requireCompany(node, companyPlaceOf(request, request.params));
        reply.header('content-disposition', `attachment; filename="${kind.name}.csv"`);
        return reply.type(`${CSV}; charset=utf-8`).send(`${csvLine(csvColumns(kind.schema))}\r\n`) as unknown as string;
      },
    );
  }
};
