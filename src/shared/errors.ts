/** A request that cannot go on, and what its sender is told. */
import { type ErrorCode, errorTable } from './error-table.ts';

/** One field that has to change, by its path in the request. */
export type FieldProblem = { readonly field: string; readonly message: string };

export type RefusalOptions = {
  /** Instead of the table's sentence; shown to the caller. */
  readonly message?: string;
  readonly details?: readonly FieldProblem[];
  readonly headers?: Readonly<Record<string, string>>;
  /** For the log only; may hold identifiers, never secrets. */
  readonly logged?: Readonly<Record<string, unknown>>;
  /** Further members of the answer's body, for the few operations whose contract has them. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** It stands under the key of its call already, kept in one batch with what came of it. */
  readonly isKept?: true;
  readonly cause?: unknown;
};

/** An expected "no". Thrown where a request cannot go on; `http/error-handler.ts` is the only place that catches it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly status: number;
  readonly options: RefusalOptions;

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    super(options.message ?? errorTable[code].message, { cause: options.cause });
    this.code = code;
    this.status = errorTable[code].status;
    this.options = options;
  }
}
