/** The demo shop as it ships, served by a process of its own on a database of its own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Credentials } from '../../src/commands/plan-installation.ts';
import { dataFolder, serving } from '../commands/run-cartwright.ts';
import { createPostgres, type Engine } from '../databases.ts';
import type { Pair } from './fuzz-request.ts';
import { type Answer, type Sender, senderTo } from './send.ts';

export type Body = Readonly<Record<string, unknown>>;
/** `ask('GET /path', headers)`: an ordinary request. A body is sent as JSON, or as the form it is. */
type Ask = (what: string, headers: readonly Pair[], body?: unknown) => Promise<Answer>;

export type FuzzServer = Sender & {
  readonly base: string;
  readonly credentials: Credentials;
  readonly ask: Ask;
  /** The same, for an answer without which nothing can go on. */
  readonly askJson: (...asked: Parameters<Ask>) => Promise<Body>;
  /** What the server has printed: an error line for every fault. */
  readonly printed: () => string;
  /** Memory of the server, in bytes. */
  readonly memory: () => Promise<number>;
  readonly isServing: () => boolean;
  readonly stop: () => Promise<void>;
};

/** Rates are raised, and addresses told apart, by configuration. Nobody listens where webhooks go. */
const variables = {
  CARTWRIGHT_LOG_LEVEL: 'error',
  CARTWRIGHT_TRUSTED_PROXIES: '127.0.0.1',
  CARTWRIGHT_ADDRESS_REQUESTS_PER_MINUTE: '10000000',
  CARTWRIGHT_ALLOW_PRIVATE_ADDRESSES: 'true',
  // A machine that others use is no reason to refuse, and each refusal would be asked again.
  CARTWRIGHT_QUEUE_MS: '10000',
};

const askThrough =
  ({ send }: Sender): Ask =>
  async (what, headers, body) => {
    const [method = '', target = ''] = what.split(' ');
    const isForm = body instanceof URLSearchParams;
    const type: Pair = ['content-type', isForm ? 'application/x-www-form-urlencoded' : 'application/json'];
    const bytes = body === undefined ? undefined : Buffer.from(isForm ? body.toString() : JSON.stringify(body));
    const given = bytes === undefined ? headers : [...headers, type];
    const answer = await send({ method, target, headers: given, body: bytes });
    if ('silence' in answer) throw new Error(`${what}: ${answer.silence}`);
    return answer;
  };

export const openFuzzServer = async (engine: Engine, lanes: number): Promise<FuzzServer> => {
  const { folder, remove } = dataFolder();
  const postgres = engine.name === 'postgres' ? await createPostgres(false) : undefined;
  const database = postgres === undefined ? {} : { DATABASE_URL: postgres.url };
  const server = await serving({ ...variables, ...database, CARTWRIGHT_DATA: folder }, []);
  let isServing = true;
  void server.ended.then(() => (isServing = false));
  const sender = senderTo(server.url, lanes);
  const ask = askThrough(sender);
  return {
    ...sender,
    base: server.url,
    credentials: JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as Credentials,
    ask,
    askJson: async (what, headers, given) => {
      const { status, body } = await ask(what, headers, given);
      if (status >= 400) throw new Error(`${what}: ${status} ${body.toString().slice(0, 400)}`);
      return JSON.parse(body.toString()) as Body;
    },
    printed: server.printed,
    memory: async () => {
      const { body } = await ask('GET /metrics', []);
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(body.toString())?.[1] ?? 0);
    },
    isServing: () => isServing,
    stop: async () => {
      sender.close();
      await server.stop();
      await postgres?.drop();
      remove();
    },
  };
};
