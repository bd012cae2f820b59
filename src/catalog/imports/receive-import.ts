/** Use case: take a file in, as it comes, and make a job of it. What is not made leaves nothing. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { auditStatement } from '../../applications/audit-statements.ts';
import type { CompanyPlace } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import { authorOf } from '../../applications/write-once.ts';
import type { ColumnNames } from '../../feeds/csv-rows.ts';
import type { FeedKind } from '../../feeds/feed-kind.ts';
import type { Chunks } from '../../feeds/feed-rows.ts';
import { type FileFormat, openSource } from '../../feeds/import-source.ts';
import { keyUse, onceByKey } from '../../http/idempotency.ts';
import { paceOf } from '../../http/limits/body-timeout.ts';
import { Refusal } from '../../shared/errors.ts';
import { objectId } from '../../shared/identifiers.ts';
import { keepParts, readParts } from './import-parts.ts';
import { beginReceiving, endReceiving, isNoLongerReceived, noRoomForImport, removeImports } from './import-store.ts';

export type ReceivedFile = {
  readonly kind: FeedKind;
  readonly format: FileFormat;
  readonly named: ColumnNames;
  readonly fileName: string;
  readonly body: Chunks;
  readonly mostBytes: number;
  /** For each part of it to come. */
  readonly partMs: number;
};

const GIVEN_UP = 'The import was cancelled before its file had come in whole.';

/** Answers the id of the job: of an earlier one, when this file came before under the same Idempotency-Key. */
export const receiveImport = async (
  node: Node,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { organizationId, companyId }: CompanyPlace,
  { kind, format, named, fileName, body, mostBytes, partMs }: ReceivedFile,
): Promise<string> => {
  const { db, now, random } = node;
  keyUse(request, '', now(), null); // one that cannot be taken is told before the file is read
  const id = objectId(random);
  const job = { id, company_id: companyId, kind: kind.name, format, file_name: fileName };
  try {
    await db.commit(beginReceiving({ ...job, named_columns: JSON.stringify([...named]) }, now()));
  } catch (error) {
    throw noRoomForImport(error) ? new Refusal('import_limit_reached') : error;
  }
  const pace = paceOf(request, reply, partMs);
  const make = async (): Promise<string> => {
    const { bytes, hash } = await keepParts(node, id, { body, mostBytes, pace }).finally(pace.rest);
    return onceByKey<string>(db, reply, keyUse(request, '', now(), hash), {
      run: async (remember) => {
        const { begins } = await openSource(readParts(db, id), kind.schema, { format, named });
        const entry = {
          ...authorOf(request),
          organizationId,
          action: 'import.create',
          subject: `company/${companyId}/import/${id}`,
          before: null,
          after: { kind: kind.name, format, file_name: fileName, bytes },
          at: now(),
        };
        const outcome = { status: 202, document: { id } };
        await db.commit([...remember(outcome), endReceiving(id, begins, now()), auditStatement(entry, random)]);
        return id;
      },
      replay: async ({ document }) => (document as { readonly id: string }).id,
    });
  };
  let made: string | undefined;
  try {
    made = await make();
    return made;
  } catch (error) {
    throw isNoLongerReceived(error) ? new Refusal('import_state_conflict', { message: GIVEN_UP, cause: error }) : error;
  } finally {
    if (made !== id)
      await db.commit(removeImports("select id from import_job where id = ? and state = 'receiving'", [id]));
  }
};
