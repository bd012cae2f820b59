/**
 * A batch in one round trip: every statement (Parse where needed, Bind, Execute), then one Sync. PostgreSQL runs what
 * lies before a Sync as one transaction, commits it there, and undoes all of it at the first error: no begin, no commit.
 */
import type { ClientBase } from 'pg';
import type { Result, Row } from '../database.ts';
import type { BatchFailure } from './postgres-failure.ts';
import type { Item } from './postgres-statement.ts';
import { decodeRow, type Field } from './postgres-values.ts';
import type { Watch } from './postgres-watch.ts';
import { closedWhileIdle, type Wire } from './postgres-wire.ts';

export type BatchOutcome = { readonly results: readonly Result[] } | BatchFailure;

/** Sends all of it and returns the names of new statements, in the order in which the server will confirm them. */
const send = (wire: Wire, items: readonly Item[]): readonly (readonly [string | undefined, string])[] => {
  const parsing: (readonly [string | undefined, string])[] = [];
  const parsed = (name: string) =>
    wire.parsedStatements[name] !== undefined || parsing.some(([other]) => other === name);
  wire.stream.cork();
  for (const { prepared, values } of items) {
    const { name, text, rows } = prepared;
    if (name === undefined || !parsed(name)) {
      parsing.push([name, text]);
      wire.parse({ name, text });
    }
    wire.bind({ statement: name, values });
    if (rows) wire.describe({ type: 'P' });
    wire.execute({});
  }
  wire.sync();
  wire.stream.uncork();
  return parsing;
};

/** `UPDATE 3`, `INSERT 0 1`; what changes no rows says a word only. */
const changesOf = (tag: string): number => Number(tag.slice(tag.lastIndexOf(' ') + 1)) || 0;

/** Collects the answers: one result for each statement, in order. */
const collector = (items: readonly Item[]) => {
  const results: Result[] = [];
  let fields: readonly Field[] = [];
  let rows: Row[] = [];
  let undecodable: unknown;
  return {
    results,
    undecodable: () => undecodable,
    // Behind a guard the count comes first (guardedText).
    describe: (described: readonly Field[]) => {
      fields = items[results.length]?.guard === undefined ? described : described.slice(1);
    },
    row: (values: readonly (string | null)[]) => {
      const item = items[results.length];
      if (item?.prepared.rows !== true) return;
      const guarded = item.guard !== undefined;
      if (guarded && values[0] === '0') return;
      try {
        rows.push(decodeRow(fields, guarded ? values.slice(1) : values));
      } catch (error) {
        undecodable ??= error;
      }
    },
    complete: (tag: string) => {
      const item = items[results.length];
      const touched = item?.guard?.rows ?? (item?.prepared.rows === true ? rows.length : changesOf(tag));
      results.push({ changes: touched, rows });
      rows = [];
      fields = [];
    },
  };
};

export const runBatch = (client: ClientBase, items: readonly Item[], watch: Watch): Promise<BatchOutcome> =>
  new Promise((resolve) => {
    const answers = collector(items);
    let sent = false;
    let forget = () => {};
    const answered = watch(client, (error) => finish({ error, completed: 0, sent }));
    const finish = (outcome: BatchOutcome) => {
      answered();
      forget();
      resolve(outcome);
    };

    client.query({
      submit: (connection: unknown) => {
        const wire = connection as Wire;
        if (!wire.stream.writable) return closedWhileIdle();
        sent = true;
        const parsing = send(wire, items);
        if (parsing.length === 0) return null;
        // pg asks a query for the one statement it parses; a batch has many and keeps the books itself.
        let confirmed = 0;
        const parsed = () => {
          const [name, text] = parsing[confirmed] ?? [];
          if (name !== undefined && text !== undefined) wire.parsedStatements[name] = text;
          confirmed += 1;
        };
        wire.on('parseComplete', parsed);
        forget = () => wire.off('parseComplete', parsed);
        return null;
      },
      handleRowDescription: (message: { fields: readonly Field[] }) => answers.describe(message.fields),
      handleDataRow: (message: { fields: readonly (string | null)[] }) => answers.row(message.fields),
      handleCommandComplete: (message: { text: string }) => answers.complete(message.text),
      handleEmptyQuery: () => answers.complete(''),
      handleError: (error: unknown) => finish({ error, completed: answers.results.length, sent }),
      handleReadyForQuery: () => {
        const error = answers.undecodable();
        const { results } = answers;
        finish(error === undefined ? { results } : { error, completed: results.length, sent });
      },
    });
  });
