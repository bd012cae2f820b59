/** Imports as resources: made from a file, looked at, given up and gone on with. The work itself is in run-imports.ts. */
import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { cursorPage, pageSize, readCursor } from '../../applications/cursor.ts';
import { type CompanyPlace, companyPlaceOf, requireCompany } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import { writeOnce } from '../../applications/write-once.ts';
import { CompanyPath } from '../../contract/applications/application-admin-contract.ts';
import {
  ImportList,
  importListQuery,
  ImportPath,
  ImportRows,
  ImportRowsQuery,
  ImportView,
} from '../../contract/catalog/import-contract.ts';
import { FileAnswer } from '../../contract/primitives.ts';
import type { FeedKind } from '../../feeds/feed-kind.ts';
import { countedUnread } from '../../http/answers/unread-parts.ts';
import { permittedCaller } from '../../http/access.ts';
import { grants } from '../../http/caller.ts';
import { operationTable } from '../../http/operation.ts';
import { isoTime } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';
import { unreadBodies } from '../feed/row-bodies.ts';
import { arrayLines } from '../../feeds/feed-rows.ts';
import { chunksOf, CSV, installStreams, namedColumns, NDJSON, TableColumns } from '../feed/row-streams.ts';
import { changeImport, type ImportTurn, requireImport } from './change-import.ts';
import { PART_MS } from './import-parts.ts';
import { type ImportJob, listImports } from './import-store.ts';
import { verdictsBehind } from './import-verdicts.ts';
import { receiveImport } from './receive-import.ts';
import { refusedRows } from './refused-rows.ts';

const words = {
  listImports: 'List imports. Newest first; those of kinds whose rows the caller may read.',
  readImport: 'Read how far an import is',
  listImportRows: 'List what became of the rows of an import',
  downloadRefusedRows:
    'Get the refused rows of an import. A file like the one that came, with a column or field refused_because besides the others. Mended, it is imported as it stands: no feed reads that field.',
  createImport: `Import a file in the background. A table (${CSV}, with a header), lines of ${NDJSON}, or a JSON array; answered when the file is kept, with the address of the import in Location. Also needs the permission to write rows of this kind. At most ten of a company are open at once.`,
  cancelImport: 'Cancel an import, also while its file comes in. Rows that are written stay.',
  resumeImport:
    'Resume an import. Goes on behind the last row that was read. It takes up room like a new one. One whose file never came in whole is imported again instead.',
};

const path = '/service/platform/catalog/v1.0/company/:company_id/imports';
const tags = ['Catalogue'];
const access = (action: 'read' | 'write') => ({ kind: 'permission', permission: `company/imports/${action}` }) as const;

type ImportCall = FastifyRequest<{ Params: { company_id: number; import_id: string } }>;

const iso = (at: number | null): string | null => (at === null ? null : isoTime(at));
const viewOf = (job: ImportJob): ImportView => ({
  id: job.id,
  kind: job.kind,
  format: job.format,
  file_name: job.file_name,
  state: job.state,
  bytes: job.bytes,
  bytes_read: job.state === 'finished' ? job.bytes : job.position,
  rows_read: job.accepted + job.refused,
  accepted: job.accepted,
  warned: job.warned,
  refused: job.refused,
  problem: job.problem === '' ? null : job.problem,
  created_at: isoTime(job.created_at),
  started_at: iso(job.started_at),
  ended_at: iso(job.ended_at),
  modified_at: isoTime(job.modified_at),
});

export const importAdminRoutes: FastifyPluginAsyncTypebox<{
  readonly node: Node;
  readonly kinds: readonly FeedKind[];
  readonly mostBytes: number;
  readonly partMs?: number;
}> = async (app, { node, kinds, mostBytes, partMs = PART_MS }) => {
  const names = kinds.map(({ name }) => name);
  const reading = operationTable(access('read'), tags, words, {
    listImports: { params: CompanyPath, querystring: importListQuery(names), response: { 200: ImportList } },
    readImport: { params: ImportPath, response: { 200: ImportView } },
    listImportRows: { params: ImportPath, querystring: ImportRowsQuery, response: { 200: ImportRows } },
    downloadRefusedRows: {
      params: ImportPath,
      response: { 200: FileAnswer<string>('The refused rows.', CSV, NDJSON) },
    },
  });
  const writing = operationTable(access('write'), tags, words, {
    createImport: {
      params: CompanyPath,
      querystring: Type.Object({
        kind: Type.Enum([...names], { description: 'What the rows are.' }),
        file_name: Type.Optional(Type.String({ maxLength: 200, description: 'Shown with the import.' })),
        column: TableColumns,
      }),
      body: Type.Unsafe<unknown>({
        content: {
          [CSV]: { schema: { type: 'string' } },
          [NDJSON]: { schema: { type: 'string' } },
          'application/json': { schema: { type: 'array', items: { type: 'object' } } },
        },
      }),
      response: { 202: ImportView },
    },
    cancelImport: { params: ImportPath, response: { 200: ImportView } },
    resumeImport: { params: ImportPath, response: { 200: ImportView } },
  });

  /** Kinds whose rows this caller may read, or write. */
  const kindsOf = (request: FastifyRequest, action: 'read' | 'write'): readonly string[] => {
    const { permissions } = permittedCaller(request);
    return kinds
      .filter(({ permission }) => grants(permissions, permission.replace(/write$/, action)))
      .map(({ name }) => name);
  };
  const named = async (request: ImportCall) => {
    const place: CompanyPlace = companyPlaceOf(request, request.params);
    await requireCompany(node, place);
    return { place, job: await requireImport(node, place, request.params.import_id, kindsOf(request, 'read')) };
  };

  app.get(path, reading.listImports, async (request) => {
    const place = companyPlaceOf(request, request.params);
    await requireCompany(node, place);
    const { kind, state } = request.query;
    const readable = kindsOf(request, 'read').filter((name) => kind === undefined || name === kind);
    const size = pageSize(request.query);
    const after = readCursor<readonly [number, string]>(request.query.page_id, ['number', 'string']);
    const jobs =
      readable.length === 0
        ? []
        : await listImports(node.db, place.companyId, { kinds: readable, state }, { after, limit: size + 1 });
    const { rows, page } = cursorPage(jobs, size, ({ created_at, id }) => [created_at, id]);
    return { items: rows.map(viewOf), page };
  });

  app.get(`${path}/:import_id`, reading.readImport, async (request) => viewOf((await named(request)).job));

  app.get(`${path}/:import_id/rows`, reading.listImportRows, async (request) => {
    const { job } = await named(request);
    const size = pageSize(request.query);
    const [after] = readCursor<readonly [number]>(request.query.page_id, ['number']) ?? [0];
    const { verdict = 'all' } = request.query;
    const found = await verdictsBehind(node.db, job.id, verdict, { after, limit: size + 1 });
    const { rows, page } = cursorPage(found, size, ({ line }) => [line]);
    return { items: [...rows], page };
  });

  app.get(`${path}/:import_id/refused`, reading.downloadRefusedRows, async (request, reply) => {
    const { job } = await named(request);
    reply.header('content-disposition', `attachment; filename="refused-${job.kind}-${job.id}.${job.format}"`);
    reply.type(job.format === 'csv' ? `${CSV}; charset=utf-8` : NDJSON);
    const unread = countedUnread(
      refusedRows(node.db, job),
      ({ length }) => length,
      (bytes) => app.waitUnread(reply, bytes),
    );
    const rows: unknown = Readable.from(unread, { objectMode: false });
    return reply.send(rows as string);
  });

  const turned =
    (turn: ImportTurn) =>
    async (request: ImportCall, reply: FastifyReply): Promise<ImportView> => {
      const { place, job } = await named(request);
      const writable = kindsOf(request, 'write');
      if (!writable.includes(job.kind)) throw new Refusal('permission_missing');
      return writeOnce(node, request, reply, {
        run: async (write) => viewOf(await changeImport(node, place, { id: job.id, turn, kinds: writable }, write)),
        replay: async (id) => viewOf(await requireImport(node, place, id, writable)),
      });
    };
  app.post(`${path}/:import_id/cancel`, writing.cancelImport, turned('cancel'));
  app.post(`${path}/:import_id/resume`, writing.resumeImport, turned('resume'));

  await app.register(async (streams) => {
    installStreams(streams, [CSV, NDJSON, 'application/json']);
    const { config, schema } = writing.createImport;
    const options = { config: { ...config, streams: true as const }, schema, validatorCompiler: unreadBodies };
    streams.post<{
      Params: { company_id: number };
      Querystring: { kind: string; file_name?: string; column?: string[] };
    }>(path, options, async (request, reply) => {
      const place = companyPlaceOf(request, request.params);
      await requireCompany(node, place);
      const { kind: name, file_name: fileName = '', column = [] } = request.query;
      const kind = kinds.find((one) => one.name === name && kindsOf(request, 'write').includes(name));
      if (kind === undefined) throw new Refusal('permission_missing');
      const type = request.headers['content-type'] ?? '';
      const format = type.startsWith(CSV) ? 'csv' : 'ndjson';
      const chunks = chunksOf(request.body);
      const file = {
        kind,
        format,
        named: namedColumns(column),
        fileName,
        // An array is kept as lines, so that an import goes on from any row of it.
        body: type.startsWith('application/json') ? arrayLines(chunks) : chunks,
        mostBytes,
        partMs,
      } as const;
      const id = await receiveImport(node, { request, reply }, place, file);
      reply.header('location', request.url.replace(/\/?(\?.*)?$/, `/${id}`));
      return reply.code(202).send(viewOf(await requireImport(node, place, id, names)));
    });
  });
};
