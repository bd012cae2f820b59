/**
 * What tokens cost: client_credentials over HTTP on loopback, with and without a refresh token, and the check of a bearer
 * token. The caller runs in the same process as the service, so the rates over HTTP are lower bounds.
 */
import { Agent, request } from 'node:http';
import { migrate } from '../src/db/migrate.ts';
import { openPostgres } from '../src/db/postgres/postgres.ts';
import { serviceProof } from '../src/oauth/tokens/service-proof.ts';
import { type Engine, engines, migrations } from '../test/databases.ts';
import { type OauthServer, oauthServer, type TestClient } from '../test/oauth/oauth-server.ts';
import { startPostgres } from '../test/postgres-server.ts';
import { compare, type Way } from './measure.ts';
import type { Bench, BenchRow } from './report.ts';

const CONCURRENCY = 50;
const FORM = 'grant_type=client_credentials';

/** A server of its own that waits for the disk, as in production. */
const durablePostgres: Engine = {
  name: 'postgres',
  skip: undefined,
  open: async () => {
    const server = await startPostgres({ durable: true });
    const db = await openPostgres(server.url('postgres'));
    await migrate(db, migrations, Date.now());
    const close = async (): Promise<void> => {
      await db.close();
      await server.stop();
    };
    return { db, close };
  },
};

const tokenCall =
  ({ base }: OauthServer, agent: Agent) =>
  ({ basic }: TestClient): Promise<string> =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: basic,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': FORM.length,
      };
      const call = request(`${base}/oidc/token`, { agent, method: 'POST', headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.once('end', () => {
          const text = Buffer.concat(parts).toString();
          if (answer.statusCode === 200) resolve((JSON.parse(text) as { access_token: string }).access_token);
          else reject(new Error(`${answer.statusCode}: ${text}`));
        });
      });
      call.once('error', reject);
      call.end(FORM);
    });

const rowsFor = async (engine: Engine): Promise<readonly BenchRow[]> => {
  const server = await oauthServer(engine);
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  try {
    const call = tokenCall(server, agent);
    const plain = await server.addClient();
    const refreshing = await server.addClient({ grants: ['client_credentials', 'refresh_token'] });
    const headers = { authorization: `Bearer ${await call(refreshing)}` };
    const prove = serviceProof(server.node);
    const ways: readonly Way[] = [
      { name: 'client_credentials over HTTP', once: () => call(plain) },
      { name: 'the same with a refresh token', once: () => call(refreshing) },
      { name: 'bearer check', once: () => prove({ headers }) },
    ];
    const figures = await compare(ways, { concurrency: CONCURRENCY });
    return figures.map(({ name, perSecond, cpuMicros }) => ({
      bench: `tokens, ${engine.name}, concurrency ${CONCURRENCY}`,
      case: name,
      perSecond,
      cpuMicros,
    }));
  } finally {
    agent.destroy();
    await server.close();
  }
};

export const tokensBench: Bench = {
  name: 'tokens',
  run: async () => {
    const sqlite = engines.find(({ name }) => name === 'sqlite');
    return [...(sqlite === undefined ? [] : await rowsFor(sqlite)), ...(await rowsFor(durablePostgres))];
  },
};
