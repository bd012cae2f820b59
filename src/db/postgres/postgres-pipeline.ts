/**
 * One connection that many reads share: each is sent at once, without waiting for the answers before it. That is far
 * less work than a pooled connection each, but a slow read holds up those behind it: only for reads by key. So nobody
 * waits long here: a read that meets a lock is refused at once, and a line without an answer is cut; either read may
 * then take a connection of its own.
 */
import { Client, type ClientConfig, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import { deadline, within } from '../deadline.ts';
import { readFailure } from './postgres-failure.ts';
import { CONNECT_MS, cutOff, endInTime, sendTogether } from './postgres-pool.ts';

export type Pipeline = {
  readonly query: <T extends QueryResultRow>(query: QueryConfig) => Promise<QueryResult<T>>;
  /** Whoever comes now gets a new connection; what was sent before is still answered. */
  readonly renew: () => void;
  readonly close: () => Promise<void>;
};

const ONLY_HERE = { pipeline: true, connectionTimeoutMillis: CONNECT_MS };

type Line = { readonly client: Client; readonly connected: Promise<Client>; isRetired: boolean };

export const openPipeline = (config: ClientConfig, answerMs: number): Pipeline => {
  let current: Line | undefined;

  const connect = (): Line => {
    const client = new Client({ ...config, ...ONLY_HERE });
    endInTime(client);
    const line: Line = { client, connected: client.connect().then(() => client), isRetired: false };
    const lost = () => {
      if (current === line) current = undefined;
    };
    client.on('error', lost);
    client.on('end', lost);
    line.connected.catch(lost);
    return line;
  };

  const retire = async (line: Line | undefined): Promise<void> => {
    if (current === line) current = undefined;
    if (line === undefined || line.isRetired) return;
    line.isRetired = true;
    await line.connected.then(
      (client) => client.end(),
      () => {},
    );
  };

  return {
    query: async <T extends QueryResultRow>(query: QueryConfig) => {
      current ??= connect();
      const line = current;
      const client = await within(answerMs, line.connected);
      const forget = deadline(answerMs, () => cutOff(client));
      sendTogether(client);
      try {
        return await client.query<T>(query);
      } catch (error) {
        if (!readFailure(error).keep) void retire(line);
        throw error;
      } finally {
        forget();
      }
    },
    renew: () => void retire(current),
    close: async () => {
      const line = current;
      const forget = deadline(CONNECT_MS / 5, () => line && cutOff(line.client));
      await retire(line);
      forget();
    },
  };
};
