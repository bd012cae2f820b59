/** Every kind of record has the same routes: list, read, put, change and, where it can be without, remove. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type TObject, Type } from 'typebox';
import { companyPlaceOf, requireCompany } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import { removeOnce, writeOnce } from '../../applications/write-once.ts';
import { CompanyPath } from '../../contract/applications/application-admin-contract.ts';
import {
  changedRecord,
  NextNumber,
  recordChange,
  recordList,
  recordView,
} from '../../contract/catalog/record-contract.ts';
import { CursorQuery } from '../../contract/cursor-page-contract.ts';
import { Done } from '../../contract/offers/offer-parts-contract.ts';
import { operations } from '../../http/operation.ts';
import { entityTag, noneMatch } from '../../http/requests/conditional.ts';
import type { Json, Kept, RecordKind } from '../../feeds/record-kind.ts';
import { isoTime } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';
import { ownEntry } from '../../shared/own-entry.ts';
import { unreadBodies } from '../feed/row-bodies.ts';
import {
  changeRecord,
  type Changed,
  putRecord,
  type RecordPlace,
  removeRecord,
  requireRecord,
} from './change-record.ts';
import { listRecords, nextNumberOf } from './record-store.ts';

export const catalogPath = '/service/platform/catalog/v1.0/company/:company_id';
const tags = ['Catalogue'];
const unchanged = Type.Unsafe<undefined>({ type: 'null', description: 'What If-None-Match names is still current.' });

type InCompany = { readonly company_id: number };
type Call = { Params: InCompany; Querystring: Json; Body: Json };

/** What reading one record adds to its row, and what its ETag depends on besides the version. */
export type Extras = (companyId: number, record: Kept) => Promise<{ readonly view: Json; readonly tag: string }>;
/** What a list says of each record beside its row, in the order of the records. */
export type ListedExtras = (companyId: number, records: readonly Kept[]) => Promise<readonly Json[]>;
export type ShownRecord = {
  readonly kind: RecordKind;
  readonly listed?: { readonly fields: TObject['properties']; readonly read: ListedExtras };
  readonly extras?: { readonly fields: TObject['properties']; readonly read: Extras };
};

export const viewOf = ({ row, version, modifiedAt }: Kept): Json => ({
  ...row,
  version,
  modified_at: isoTime(modifiedAt),
});

const named = (text: string): string =>
  text.replace(/(^|[- ])(\w)/g, (_, _gap: string, letter: string) => letter.toUpperCase());

const objectOf = (body: unknown): Json => {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Json;
  throw new Refusal('body_invalid', { details: [{ field: '', message: 'Must be an object.' }] });
};

export const placeOfRecord = (request: FastifyRequest, kind: RecordKind): RecordPlace => {
  const params = request.params as InCompany & Readonly<Record<string, string | number>>;
  const key = kind.key.map(({ name, kept = (text: string) => text }) => {
    const given = ownEntry(params, name) ?? '';
    return typeof given === 'string' ? kept(given) : given;
  });
  return { kind, place: companyPlaceOf(request, params), key };
};

/** One that was removed and fed anew begins at its first version again, at another time. */
const tagOf = ({ version, modifiedAt }: Kept, ...more: readonly string[]): string =>
  entityTag(version, modifiedAt, ...more);

export const changedAnswer = (reply: FastifyReply, { record, warning }: Changed): Json => {
  reply.header('etag', tagOf(record));
  return { ...viewOf(record), warning };
};

export const recordRoutes = (app: FastifyInstance, node: Node, { kind, listed, extras }: ShownRecord): void => {
  const { feed, one } = kind;
  const row = feed.schema as TObject;
  const [many, single] = [named(feed.name), named(one)];
  const reading = operations({ kind: 'permission', permission: kind.readPermission }, tags);
  const writing = operations({ kind: 'permission', permission: feed.permission }, tags);
  const list = `${catalogPath}/${feed.name}`;
  const path = `${list}/${kind.key.map(({ name }) => `:${name}`).join('/')}`;
  const params = Type.Object({
    ...CompanyPath.properties,
    ...Object.fromEntries(kind.key.map(({ name, schema }) => [name, schema])),
  });
  const view = recordView(row);
  const answer = { 200: changedRecord(view) };
  const article = /^[aeiou]/.test(one) ? 'an' : 'a';

  app.get<Call>(
    list,
    reading(`list${many}`, `List ${feed.name.replace('-', ' ')}`, {
      params: CompanyPath,
      querystring: Type.Object({ ...kind.filters, ...CursorQuery.properties }),
      response: { 200: recordList(listed === undefined ? view : recordView(row, listed.fields, 'Listed')) },
    }),
    async (request) => {
      const place = companyPlaceOf(request, request.params);
      await requireCompany(node, place);
      const { records, page } = await listRecords(node.db, kind, place.companyId, request.query);
      const more = await listed?.read(place.companyId, records);
      return { items: records.map((record, at) => ({ ...viewOf(record), ...more?.[at] })), page };
    },
  );

  const nextNumber = nextNumberOf(kind);
  if (nextNumber !== undefined) {
    app.get<Call>(
      `${list}/next-number`,
      reading(`readNext${single}Number`, `Read the next free number of a ${one}`, {
        description: 'One more than the highest there is. Nothing is kept for the caller: somebody may be faster.',
        params: CompanyPath,
        response: { 200: NextNumber },
      }),
      async (request) => {
        const place = companyPlaceOf(request, request.params);
        await requireCompany(node, place);
        return { uid: await nextNumber(node.db, place.companyId) };
      },
    );
  }

  app.get<Call>(
    path,
    reading(`read${single}`, `Read ${article} ${one}`, {
      params,
      response: { 200: extras === undefined ? view : recordView(row, extras.fields), 304: unchanged },
    }),
    async (request, reply) => {
      const at = placeOfRecord(request, kind);
      await requireCompany(node, at.place);
      const record = await requireRecord(node, at);
      const more = await extras?.read(at.place.companyId, record);
      const tag = tagOf(record, ...(more === undefined ? [] : [more.tag]));
      reply.header('etag', tag);
      if (noneMatch(request.headers['if-none-match'], tag)) return reply.code(304).send();
      return { ...viewOf(record), ...more?.view };
    },
  );

  app.put<Call>(
    path,
    {
      ...writing(`put${single}`, `Add or replace ${article} ${one}`, {
        description:
          'The whole row, by the rules of the feed; what the address says may be left out of it. With If-Match it happens only on that version, with If-None-Match: * only when there is none yet.',
        params,
        body: row,
        response: answer,
      }),
      validatorCompiler: unreadBodies,
    },
    (request, reply) => {
      const at = placeOfRecord(request, kind);
      const onlyNew = request.headers['if-none-match']?.trim() === '*';
      return writeOnce(node, request, reply, {
        run: async (write) =>
          changedAnswer(reply, await putRecord(node, at, { body: objectOf(request.body), onlyNew }, write)),
        replay: async () => changedAnswer(reply, { record: await requireRecord(node, at), warning: '' }),
      });
    },
  );

  app.patch<Call>(
    path,
    {
      ...writing(`change${single}`, `Change ${article} ${one}`, {
        description:
          'Fields that are left out stay as they are, also inside others; null takes a field away, a list is replaced as a whole. The outcome is judged by the rules of the feed. With If-Match it happens only on that version.',
        params,
        body: recordChange(row),
        response: answer,
      }),
      validatorCompiler: unreadBodies,
    },
    (request, reply) => {
      const at = placeOfRecord(request, kind);
      return writeOnce(node, request, reply, {
        run: async (write) => changedAnswer(reply, await changeRecord(node, at, objectOf(request.body), write)),
        replay: async () => changedAnswer(reply, { record: await requireRecord(node, at), warning: '' }),
      });
    },
  );

  if (kind.removal === undefined) return;
  app.delete<Call>(
    path,
    writing(`remove${single}`, `Remove ${article} ${one}`, { params, response: { 200: Done } }),
    (request, reply) => {
      const at = placeOfRecord(request, kind);
      return removeOnce(node, request, reply, { what: one, remove: (write) => removeRecord(node, at, write) });
    },
  );
};
