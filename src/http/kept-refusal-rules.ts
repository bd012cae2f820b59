/** Which refusals are the outcome of a key, and how they are kept and given again. Pure. */
import type { ErrorCode } from '../shared/error-table.ts';
import { Refusal, type RefusalOptions } from '../shared/errors.ts';

/**
 * Who calls (401, 403) and how much is asked of us (429) say nothing of the request. A version that is gone (412) never comes
 * back, so the request is refused again without being kept, and may be sent again for another version.
 */
const notDecided: ReadonlySet<number> = new Set([401, 403, 412, 429]);

/** Not what the request alone is at fault of either: the reader of bodies refuses the same, and keeps nothing. */
export const isOutcome = ({ status, code }: Refusal): boolean =>
  status < 500 && !notDecided.has(status) && code !== 'body_invalid';

type KeptRefusal = {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: NonNullable<RefusalOptions['details']>;
  readonly body: NonNullable<RefusalOptions['body']>;
};

/** Without the cart: it may be large, and will be another one by then. */
export const refusalOutcome = ({ status, code, message, options: { details = [], body = {} } }: Refusal): Outcome => {
  const { cart: _cart, ...rest } = body;
  return { status, document: { code, message, details, body: rest } satisfies KeptRefusal };
};

/** The refusal that was kept; undefined where the record is of a success. */
export const refusalIn = ({ status, document }: KeyRecord): Refusal | undefined => {
  if (status < 400) return undefined;
  const { code, ...kept } = document as KeptRefusal;
  return new Refusal(code, { ...kept, headers: { 'idempotent-replayed': 'true' } });
};

export type Outcome = { readonly status: number; readonly document: unknown };
export type KeyRecord = Outcome & { readonly createdAt: number };
