/** Three NATS servers as deploy/nats has them, and what is in the stream they keep. */
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { Variables } from '../commands/run-cartwright.ts';
import type { Database } from '../../src/db/database.ts';
import { freePort } from '../free-port.ts';
import { deployed } from './database-parts.ts';
import { ownProcess, type Part } from './own-process.ts';

const STREAM = 'CARTWRIGHT_EVENTS';
const NAMES = ['nats1', 'nats2', 'nats3'];
const MOST = 500;

export type Brokers = {
  readonly parts: readonly Part[];
  /** For the nodes. */
  readonly variables: Variables;
  readonly published: () => Promise<readonly string[]>;
};

/** Ids of all that is in the stream of these servers, each as often as it is there. */
export const publishedAt = async (login: Parameters<typeof connect>[0]): Promise<readonly string[]> => {
  const connection = await connect(login);
  try {
    const { state } = await (await jetstreamManager(connection)).streams.info(STREAM);
    const consumer = await jetstream(connection).consumers.get(STREAM);
    const ids: string[] = [];
    while (ids.length < state.messages) {
      const max_messages = Math.min(MOST, state.messages - ids.length);
      for await (const { headers } of await consumer.fetch({ max_messages, expires: 5_000 })) {
        ids.push(headers?.get('Nats-Msg-Id') ?? '');
      }
    }
    return ids;
  } finally {
    await connection.close();
  }
};

export const brokerParts = async (folder: string): Promise<Brokers> => {
  const places = await Promise.all(
    NAMES.map(async (name) => ({ name, client: await freePort(), watch: await freePort(), route: await freePort() })),
  );
  const routes = places.map(({ route }) => `nats://127.0.0.1:${route}`).join(', ');
  const parts = places.map(({ name, client, watch, route }) => {
    const file = join(folder, `${name}.conf`);
    const config = deployed('nats/nats.conf')
      .replace('server_name: nats1', `server_name: ${name}`)
      .replace('0.0.0.0:4222', `127.0.0.1:${client}`)
      .replace('127.0.0.1:8222', `127.0.0.1:${watch}`)
      .replace('0.0.0.0:6222', `127.0.0.1:${route}`)
      .replace('/var/lib/nats', join(folder, name))
      .replace('100GB', '1GB')
      .replace(/^ {2}routes: .*$/m, `  routes: [${routes}]`);
    writeFileSync(file, config);
    return ownProcess({ name, command: 'nats-server', args: ['-c', file], folder });
  });
  const servers = places.map(({ client }) => `127.0.0.1:${client}`);
  const login = { servers, user: 'cartwright', pass: 'secret' };
  return {
    parts,
    variables: {
      CARTWRIGHT_NATS_URL: servers.map((at) => `nats://cartwright:secret@${at}`).join(','),
      CARTWRIGHT_NATS_REPLICAS: String(NAMES.length),
    },
    published: () => publishedAt(login),
  };
};

/** Whether no event waits to be published. */
export const isPublished = async (db: Database): Promise<boolean> =>
  (await db.all('select 1 from event_sink_queue limit 1')).length === 0 &&
  (await db.all('select 1 from event where counted <= 0 limit 1')).length === 0;

/** Sentences about events that are stored and not in the stream, or there twice. */
export const judgePublished = async (db: Database, ids: readonly string[]): Promise<readonly string[]> => {
  const stored = await db.all<{ id: string }>(`select application_id || '/' || id as id from event`);
  const found = new Set(ids);
  const lost = stored.filter(({ id }) => !found.has(id)).length;
  return [
    ...(stored.length === 0 ? ['no event was stored'] : []),
    ...(lost === 0 ? [] : [`${lost} of ${stored.length} events are not in the stream`]),
    ...(found.size === ids.length ? [] : [`${ids.length - found.size} events are in the stream twice`]),
  ];
};
