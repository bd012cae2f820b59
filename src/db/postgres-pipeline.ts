/**
 * One connection that many reads share: each is sent at once, without waiting for the answers before it. That is far
 * less work than a pooled connection each, but a slow read holds up those behind it: only for reads by key.
 */
import { Client, type ClientConfig, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import { readFailure } from './postgres-failure.ts';

export type Pipeline = {
  readonly query: <T extends QueryResultRow>(query: QueryConfig) => Promise<QueryResult<T>>;
  readonly close: () => Promise<void>;
};

export const openPipeline = (config: ClientConfig): Pipeline => {
  let current: Promise<Client> | undefined;

  const connect = (): Promise<Client> => {
    const client = new Client({ ...config, pipeline: true });
    const connecting = client.connect().then(() => client);
    const lost = () => {
      if (current === connecting) current = undefined;
    };
    client.on('error', lost);
    client.on('end', lost);
    connecting.catch(lost);
    return connecting;
  };

  /** What was sent before is still answered; whoever comes now gets a new connection. */
  const retire = async (connection: Promise<Client> | undefined): Promise<void> => {
    if (current === connection) current = undefined;
    await connection?.then(
      (client) => client.end(),
      () => {},
    );
  };

  return {
    query: async <T extends QueryResultRow>(query: QueryConfig) => {
      current ??= connect();
      const connection = current;
      const client = await connection;
      try {
        return await client.query<T>(query);
      } catch (error) {
        if (!readFailure(error).keep) void retire(connection);
        throw error;
      }
    },
    close: () => retire(current),
  };
};
