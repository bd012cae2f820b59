/** First start: makes the organization, application, client and owner of an empty database, once, whoever starts. */
import type { Database } from '../db/database.ts';
import type { Node } from '../applications/node.ts';
import { type Alongside, type Credentials, type FirstNames, planInstallation } from './plan-installation.ts';
import { settlePendingCredentials, writePendingCredentials } from './write-credentials.ts';

export type SetUp = {
  readonly dataFolder: string;
  readonly names: FirstNames;
  readonly ownerEmail: string;
  readonly alongside?: Alongside | undefined;
};

/** The id of the first start that this database remembers; undefined when it is empty. */
export const readInstallation = async (db: Database): Promise<string | undefined> => {
  const row = await db.one<{ document: string }>('select document from installation where id = 1');
  return row && (JSON.parse(row.document) as { installation_id: string }).installation_id;
};

/** To be called when the node serves: gives credentials.json its name and answers what it holds, to one start only. */
export type HandOut = () => Promise<Credentials | undefined>;

export const setUpInstallation = async (
  { db, now, random }: Pick<Node, 'db' | 'now' | 'random'>,
  { dataFolder, names, ownerEmail, alongside }: SetUp,
): Promise<HandOut> => {
  const earlier = await readInstallation(db);
  if (earlier !== undefined) return () => settlePendingCredentials(dataFolder, earlier);
  const { credentials, statements } = planInstallation({ now, random }, names, ownerEmail, alongside);
  await writePendingCredentials(dataFolder, credentials);
  const failure = await db.commit(statements).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  // Also after a commit whose answer was lost, the database says whose set-up it is.
  const winner = failure === undefined ? credentials.installation_id : await readInstallation(db);
  if (winner === undefined) throw failure?.error;
  return () => settlePendingCredentials(dataFolder, winner);
};
