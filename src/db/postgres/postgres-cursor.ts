/**
 * The rows of one statement in portions: the server keeps the rest until it is asked for more. A portion comes, or fails,
 * whatever becomes of the connection: the first error is remembered and every read after it gets it, also when it arises
 * behind the last row, before the server says that it is ready again. How long the server takes for a portion is
 * watched; how long the reader takes between two is not.
 */
import type { ClientBase } from 'pg';
import type { Row } from '../database.ts';
import type { Item } from './postgres-statement.ts';
import { decodeRow, type Field } from './postgres-values.ts';
import type { Watch } from './postgres-watch.ts';
import { closedWhileIdle, type Wire } from './postgres-wire.ts';

export type Portion = readonly Row[];
export type Cursor = {
  /** The next rows; none when there are no more, and then the connection is ready for somebody else. */
  readonly next: () => Promise<Portion>;
};
export type CursorOptions = {
  /** Of a portion. */
  readonly rows: number;
  /** Over every portion, from asking to its coming. */
  readonly watch: Watch;
};

/** Nobody knows how large they are. */
const FIRST_ROWS = 100;
/** The next portions have about so many signs, of however few rows: one may have a megabyte. */
const PORTION_SIGNS = 1_000_000;

export const openCursor = (client: ClientBase, { prepared, values }: Item, options: CursorOptions): Cursor => {
  const { rows: most, watch } = options;
  let asking = Math.min(most, FIRST_ROWS);
  let signs = 0;
  let wire: Wire | undefined;
  let fields: readonly Field[] = [];
  let rows: Row[] = [];
  let atEnd = false;
  let failure: { readonly error: unknown } | undefined;
  let asked: PromiseWithResolvers<Portion> | undefined;
  let answered = (): void => {};

  const fail = (error: unknown): void => {
    failure ??= { error };
    answered();
    asked?.reject(failure.error);
    asked = undefined;
  };
  const answer = (): void => {
    if (failure !== undefined) return;
    answered();
    asked?.resolve(rows);
    asked = undefined;
  };
  const expect = (): Promise<Portion> => {
    rows = [];
    asked = Promise.withResolvers();
    answered = watch(client, fail);
    return asked.promise;
  };

  const first = expect();
  first.catch(() => undefined); // whoever asks for it is told
  client.query({
    submit: (connection: unknown) => {
      wire = connection as Wire;
      if (!wire.stream.writable) return closedWhileIdle();
      wire.stream.cork();
      wire.parse({ text: prepared.text });
      wire.bind({ values });
      wire.describe({ type: 'P' });
      wire.execute({ rows: asking });
      wire.flush();
      wire.stream.uncork();
      return null;
    },
    handleRowDescription: (message: { fields: readonly Field[] }) => {
      fields = message.fields;
    },
    handleDataRow: (message: { fields: readonly (string | null)[] }) => {
      for (const field of message.fields) signs += field?.length ?? 0;
      try {
        rows.push(decodeRow(fields, message.fields));
      } catch (error) {
        fail(error);
      }
    },
    handlePortalSuspended: answer,
    handleCommandComplete: () => wire?.sync(),
    handleEmptyQuery: () => wire?.sync(),
    handleReadyForQuery: () => {
      atEnd = true;
      answer();
    },
    handleError: fail,
  });

  let reads = 0;
  return {
    next: async () => {
      reads += 1;
      if (reads === 1) return first;
      if (failure !== undefined) throw failure.error;
      if (atEnd) return [];
      asking = Math.min(most, Math.max(1, Math.floor((rows.length * PORTION_SIGNS) / Math.max(1, signs))));
      signs = 0;
      const portion = expect();
      wire?.execute({ rows: asking });
      wire?.flush();
      return portion;
    },
  };
};
