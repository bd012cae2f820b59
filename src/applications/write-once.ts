/** A write of an admin route: it happens once under an Idempotency-Key, and is told who asks and on which version. */
import { ownEntry } from '../shared/own-entry.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Author, Node } from './node.ts';
import type { Statement } from '../db/database.ts';
import { callerName, permittedCaller } from '../http/access.ts';
import { keyUse, onceByKey } from '../http/idempotency.ts';
import { requireVersion } from '../http/requests/conditional.ts';

export type AuthoredWrite<Id> = Author & {
  /** First in the batch: the record of the key, made for what was written. */
  readonly remember: (id: Id) => readonly Statement[];
};
export type KeyedWrite<Id> = AuthoredWrite<Id> & {
  /** Throws when the caller meant another version than the current one (If-Match). */
  readonly checkVersion: (version: number) => void;
};

export type OnceWritten<T, Id = string> = {
  readonly status?: 200 | 201;
  /** The name under which the id is remembered: answers of an earlier release are repeated, too. */
  readonly remembersAs?: string;
  readonly run: (write: KeyedWrite<Id>) => Promise<T>;
  /** Answers again for what was made, changed or removed, by its id. */
  readonly replay: (id: Id) => Promise<T>;
};

export const writeOnce = <T, Id = string>(
  { db, now }: Pick<Node, 'db' | 'now'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { status = 200, remembersAs = 'id', run, replay }: OnceWritten<T, Id>,
): Promise<T> => {
  reply.code(status);
  return onceByKey(db, reply, keyUse(request, '', now()), {
    run: (remember) =>
      run({
        ...authorOf(request),
        checkVersion: (version) => requireVersion(request.headers['if-match'], version),
        remember: (id) => remember({ status, document: { [remembersAs]: id } }),
      }),
    replay: ({ document }) => replay(ownEntry(document as Readonly<Record<string, Id>>, remembersAs) as Id),
  });
};

/** The caller of a request, as the audit will tell it. */
export const authorOf = (request: FastifyRequest): Author => ({
  actor: callerName(permittedCaller(request)),
  requestId: request.id,
});

/** A removal: answered alike however often it is sent. */
export const removeOnce = (
  node: Pick<Node, 'db' | 'now'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { what, remove }: { readonly what: string; readonly remove: (write: KeyedWrite<string>) => Promise<unknown> },
): Promise<{ readonly success: true; readonly message: string }> => {
  const done = { success: true, message: `The ${what} was removed.` } as const;
  return writeOnce(node, request, reply, {
    run: async (write) => {
      await remove(write);
      return done;
    },
    replay: async () => done,
  });
};
