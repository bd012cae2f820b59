/**
 * A connection to a NATS server and the stream on it that takes our events. The stream is made when it is not there; one that is
 * there is left as it is. Broken connections are not mended here: whoever publishes opens a new one.
 */
import { type JetStreamClient, JetStreamApiError, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, headers, nanos } from '@nats-io/transport-node';
import { messageOf, type NatsMessage } from './nats-message-rules.ts';
import type { SinkEvent } from './sink-store.ts';

export type NatsSettings = Readonly<{
  /** Of one cluster; the first says who we are. */
  urls: readonly [URL, ...URL[]];
  stream: string;
  subject: string;
  keptDays: number;
  replicas: number;
}>;
export type Broker = {
  /** Resolves when the stream has the event on its disk. */
  readonly publish: (event: SinkEvent, traceparent?: string) => Promise<void>;
  readonly isOpen: () => boolean;
  readonly close: () => Promise<void>;
};

const TIMEOUT_MS = 5_000;
/** An event that is published again within this time is recognised by its id and left out. */
export const duplicateWindowMs = 2 * 3_600_000;
const DAY_MS = 86_400_000;
const NOT_FOUND = 404;

const isMissing = (error: unknown): boolean => error instanceof JetStreamApiError && error.status === NOT_FOUND;

const ensureStream = async (
  manager: Awaited<ReturnType<typeof jetstreamManager>>,
  { stream, subject, keptDays, replicas }: NatsSettings,
): Promise<number> => {
  const found = await manager.streams.info(stream).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  const info =
    found ??
    (await manager.streams.add({
      name: stream,
      subjects: [`${subject}.>`],
      num_replicas: replicas,
      max_age: nanos(keptDays * DAY_MS),
      duplicate_window: nanos(Math.min(duplicateWindowMs, keptDays * DAY_MS)),
    }));
  return info.config.duplicate_window / 1_000_000;
};

const send = async (
  client: JetStreamClient,
  { subject, id, about, body }: NatsMessage,
  traceparent: string | undefined,
): Promise<void> => {
  const given = headers();
  if (traceparent !== undefined) given.set('traceparent', traceparent);
  for (const [name, value] of about) given.set(name, value);
  await client.publish(subject, body, { msgID: id, headers: given, timeout: TIMEOUT_MS });
};

/** `onShortWindow` is told when the stream recognises repeats for a shorter time than we count on. */
export const openBroker = async (settings: NatsSettings, onShortWindow: (ms: number) => void): Promise<Broker> => {
  const { urls, subject } = settings;
  const [url] = urls;
  const connection = await connect({
    servers: urls.map(({ host }) => `${url.protocol}//${host}`),
    name: 'cartwright',
    reconnect: false,
    timeout: TIMEOUT_MS,
    pingInterval: 10_000,
    ...(url.username === '' ? {} : { user: decodeURIComponent(url.username) }),
    ...(url.password === '' ? {} : { pass: decodeURIComponent(url.password) }),
    ...(url.protocol === 'tls:' ? { tls: {} } : {}),
  });
  try {
    const windowMs = await ensureStream(await jetstreamManager(connection, { timeout: TIMEOUT_MS }), settings);
    if (windowMs < duplicateWindowMs) onShortWindow(windowMs);
    const client = jetstream(connection, { timeout: TIMEOUT_MS });
    return {
      publish: (event, traceparent) => send(client, messageOf(event, subject), traceparent),
      isOpen: () => !connection.isClosed(),
      close: () => connection.close(),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
};
