/**
 * How long an answer is waited for. A statement may take its time, but a server or a connection that is gone without a word
 * must not cost its caller that time too. So who has waited a while for an answer looks, on a connection made for that: does
 * the server answer at all, and is it at work for this connection? If not, the answer is lost, and so is the connection.
 */
import { Client, type ClientBase, type ClientConfig } from 'pg';
import { sharedLoads } from '../../shared/shared-load.ts';
import { deadline } from '../deadline.ts';
import { processOf } from './postgres-check.ts';
import { isServerError } from './postgres-failure.ts';
import { endInTime } from './postgres-pool.ts';

/** Not an error of the statement: nobody is there who would answer it. */
export class LostAnswer extends Error {
  override readonly name = 'LostAnswer';
}

/** Watches over one answer until it is told that the answer came; `lost` is called at most once. */
export type Watch = (client: ClientBase, lost: (why: Error) => void) => () => void;

export type WatchLimits = {
  /** For how long nobody looks; twice as long after each look that finds the server at work. */
  readonly quietMs: number;
  /** The longest wait, even if the server is at work; 0 is no bound. */
  readonly mostMs: number;
};

/** Process ids of the server; undefined where they cannot be seen, as behind a pooler. */
type Look = { readonly atWork: ReadonlySet<number> | undefined };

/** Who waits for the client is not at work: it has not got what we believe we sent. */
const AT_WORK = `select pid from pg_stat_activity
  where state = 'active' and wait_event is distinct from 'ClientRead' and usename = current_user`;

/** undefined when the server does not answer within the time. */
export type LookAtServer = () => Promise<Look | undefined>;

/** On a connection made for this one question. */
export const askAside = async <T>(
  config: ClientConfig,
  withinMs: number,
  ask: (client: Client) => Promise<T>,
): Promise<T> => {
  const client = new Client({ ...config, connectionTimeoutMillis: withinMs, query_timeout: withinMs });
  endInTime(client);
  client.on('error', () => {});
  try {
    await client.connect();
    return await ask(client);
  } finally {
    void client.end();
  }
};

/** `canSee`: whether the server shows what its processes do, under the numbers that we know them by. */
export const serverLook = (config: ClientConfig, withinMs: number, canSee: boolean): LookAtServer => {
  const look = async (): Promise<Look> => {
    try {
      return await askAside(config, withinMs, async (client) => {
        if (!canSee) return { atWork: undefined };
        const { rows } = await client.query<{ pid: number }>(AT_WORK);
        return { atWork: new Set(rows.map(({ pid }) => pid)) };
      });
    } catch (error) {
      if (isServerError(error)) return { atWork: undefined }; // too many connections, say: that is an answer too
      throw error;
    }
  };
  const shared = sharedLoads<Look>({ what: 'a sign of the database', deadlineMs: withinMs });
  return () => shared('', look).catch(() => undefined);
};

const LONGEST_QUIET_MS = 5000;

export const answerWatch =
  (look: LookAtServer, { quietMs, mostMs }: WatchLimits): Watch =>
  (client, lost) => {
    let isOver = false;
    let missed = 0;
    let quiet = quietMs;
    let forget = (): void => {};
    const give = (why: Error): void => {
      if (isOver) return;
      end();
      lost(why);
    };
    const lookAgain = async (): Promise<void> => {
      const seen = await look();
      if (isOver) return;
      if (seen === undefined) return give(new LostAnswer('the server does not answer'));
      const isAtWork = seen.atWork?.has(processOf(client)) ?? true;
      missed = isAtWork ? 0 : missed + 1;
      // Once may be the moment in which the answer is on its way.
      if (missed === 2) return give(new LostAnswer('the server is not at work for this connection'));
      quiet = isAtWork ? Math.min(2 * quiet, LONGEST_QUIET_MS) : quietMs / 2;
      forget = deadline(quiet, () => void lookAgain());
    };
    forget = deadline(quiet, () => void lookAgain());
    const forgetEnd = mostMs > 0 ? deadline(mostMs, () => give(new Error(`no answer within ${mostMs} ms`))) : () => {};
    const end = (): void => {
      isOver = true;
      forget();
      forgetEnd();
    };
    return end;
  };
