/** `cartwright migrate`: brings the tables up to date without serving. */
import { readConfig } from '../../config.ts';
import type { Command } from '../command.ts';
import { withNode } from '../open-node.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'bring the tables up to date',
  about:
    'Applies the migrations this version brings and the database lacks. Serving does the same at start; run it beforehand\nto see it done once before many nodes start. Running it twice, or in several places at once, is safe.',
  options: {},
  run: async ({ environment, print }) =>
    withNode(readConfig(environment), print, async ({ db, migrations: { applied, ahead } }) => {
      for (const name of applied) print(`applied ${name}`);
      if (applied.length === 0) print(`Nothing to do: the ${db.engine} database is up to date.`);
      if (ahead.length > 0) print(`The database is ahead of this version: ${ahead.join(', ')}.`);
    }),
};
