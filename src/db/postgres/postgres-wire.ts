/** What `pg` calls a connection, as far as batches and cursors speak to it: messages of PostgreSQL's extended protocol. */
export type Wire = {
  readonly parsedStatements: Record<string, string>;
  readonly stream: { readonly writable: boolean; readonly cork: () => void; readonly uncork: () => void };
  readonly parse: (message: { name?: string | undefined; text: string }) => void;
  readonly bind: (message: { statement?: string | undefined; values: readonly unknown[] }) => void;
  readonly describe: (message: { type: 'P' }) => void;
  /** So many rows of the portal; all of them without a number. */
  readonly execute: (message: { rows?: number }) => void;
  /** Asks for the answers so far, and leaves the transaction open. */
  readonly flush: () => void;
  /** Ends the transaction: what came before is committed, or undone at the first error. */
  readonly sync: () => void;
  readonly on: (event: 'parseComplete', listener: () => void) => void;
  readonly off: (event: 'parseComplete', listener: () => void) => void;
};

export const closedWhileIdle = (): Error => new Error('the connection was closed while it lay idle');
