/** What the admin routes of this area have in common: where they are, who may use them, and how a write is asked for. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authorOf } from '../../applications/author.ts';
import type { Node } from '../../applications/node.ts';
import type { Access } from '../../http/caller.ts';
import { requireVersion } from '../../http/requests/conditional.ts';
import { keyUse, onceByKey } from '../../http/idempotency.ts';
import { Refusal } from '../../shared/errors.ts';
import type { OfferRequest } from '../change-offer.ts';

export const offersPath = '/service/platform/cart/v1.0/company/:company_id/application/:application_id';
export const readRules: Access = { kind: 'permission', permission: 'company/price_rules/read' };
export const writeRules: Access = { kind: 'permission', permission: 'company/price_rules/write' };
export const readSettings: Access = { kind: 'permission', permission: 'company/settings/read' };
export const writeSettings: Access = { kind: 'permission', permission: 'company/settings/write' };
export const offerTags = ['Offers'];
/** An offer may list thousands of items. */
export const offerBodyLimit = 1_048_576;

/** A write that happens once under an Idempotency-Key, told who asks and on which version (If-Match). */
export type OnceWritten<T> = {
  readonly run: (write: OfferRequest) => Promise<T>;
  /** Answers again for what was made, changed or removed, by its id. */
  readonly replay: (id: string) => Promise<T>;
};
export const writeOnce = <T>(
  node: Node,
  request: FastifyRequest,
  reply: FastifyReply,
  status: 200 | 201,
  { run, replay }: OnceWritten<T>,
): Promise<T> => {
  reply.code(status);
  return onceByKey(node.db, reply, keyUse(request, '', node.now()), {
    run: (remember) =>
      run({
        ...authorOf(request),
        checkVersion: (version) => requireVersion(request.headers['if-match'], version),
        remember: (id) => remember({ status, document: { id } }),
      }),
    replay: ({ document }) => replay((document as { readonly id: string }).id),
  });
};

/** A time in a query; refuses what cannot be read. */
export const queryTime = (field: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const at = Date.parse(text);
  if (!Number.isNaN(at)) return at;
  throw new Refusal('body_invalid', { details: [{ field, message: 'Write a time such as 2026-11-15T18:00:00Z.' }] });
};
