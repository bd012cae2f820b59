/** Bodies that are streams of rows: of which types, read by whom, and what the columns of a table are called. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { ColumnNames } from '../../feeds/csv-rows.ts';
import type { Chunks } from '../../feeds/feed-rows.ts';
import { requireUtf8 } from '../../http/requests/charset.ts';
import { Refusal } from '../../shared/errors.ts';

export const NDJSON = 'application/x-ndjson';
export const CSV = 'text/csv';

export const TableColumns = Type.Optional(
  Type.Array(Type.String({ minLength: 2, maxLength: 300, pattern: ':' }), {
    maxItems: 500,
    description:
      'For a table: what one of its columns is, as column:field, such as "Artikelnummer:uid". Without a field ("Notes:") the column is left out. Columns that are not named here are fields.',
  }),
);

/** The body of a feed is its stream; nothing of it is read before the caller is known. */
export const installStreams = (app: FastifyInstance, types: readonly string[]): void => {
  const listed = `${types.slice(0, -1).join(', ')} or ${types.at(-1) ?? ''}`;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...types], (request, payload, done) => {
    try {
      requireUtf8(request.headers['content-type']);
    } catch (error) {
      payload.resume();
      return done(error as Error);
    }
    if ((request.headers['content-encoding'] ?? 'identity') === 'identity') return done(null, payload);
    done(new Refusal('media_type_unsupported', { message: 'Send the body without a content coding.' }));
  });
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(new Refusal('media_type_unsupported', { message: `Send the rows as ${listed}.` }));
  });
};

/** A column may have colons in its name, a field has none. */
export const namedColumns = (given: readonly string[]): ColumnNames =>
  new Map(
    given.map((text) => {
      const at = text.lastIndexOf(':');
      return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
    }),
  );

const noRows: Chunks = {
  async *[Symbol.asyncIterator]() {
    // a request without a body
  },
};
export const chunksOf = (body: unknown): Chunks =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body ? (body as Chunks) : noRows;
