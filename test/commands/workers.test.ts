/** A node of two workers, as processes: one address, one set of limits, and nobody notices when one of them dies. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../../src/config.ts';
import { endsInARow, restartDelayMs, shareOf, workerCount } from '../../src/commands/workers/worker-rules.ts';
import { createPostgres, skipOwnServer } from '../databases.ts';
import { freePort } from '../free-port.ts';
import { dataFolder, type Serving, serving, untilMetrics, workersOf } from './run-cartwright.ts';

describe('how many workers', () => {
  const url = 'postgres://host/db';
  const count = (environment: Record<string, string>, cores: number): number =>
    workerCount(readConfig(environment), cores);

  test('one per core up to 4 on PostgreSQL, one on SQLite, and as many as one says', () => {
    assert.deepEqual(
      [1, 2, 4, 16].map((cores) => count({ DATABASE_URL: url }, cores)),
      [1, 2, 4, 4],
    );
    assert.equal(count({}, 8), 1);
    assert.equal(count({ CARTWRIGHT_WORKERS: '3' }, 1), 3);
    for (const wrong of ['0', '65', 'many', '1.5']) {
      assert.throws(() => readConfig({ CARTWRIGHT_WORKERS: wrong }), /CARTWRIGHT_WORKERS must be auto or/);
    }
  });

  test('each has its share of what is the node’s, and at least one of everything', () => {
    const whole = readConfig({});
    const share = shareOf(whole, 4);
    assert.deepEqual(
      [share.addressConnections, share.maxInFlight, share.viewCache, share.databaseConnections],
      [625, 250, 16, 2],
    );
    assert.deepEqual([share.addressBodyMb, share.bodyMb], [16, 64]);
    assert.equal(shareOf(readConfig({ CARTWRIGHT_MAX_IN_FLIGHT: '1' }), 4).maxInFlight, 1);
    assert.equal(shareOf(readConfig({ CARTWRIGHT_VIEW_CACHE: 'off' }), 4).viewCache, 0);
  });

  test('one that ends again and again is started ever later; one that served for a while at once', () => {
    assert.deepEqual([1, 2, 3, 20].map(restartDelayMs), [250, 500, 1000, 30_000]);
    assert.equal(endsInARow(7, 59_999), 8);
    assert.equal(endsInARow(7, 60_000), 1);
  });
});

const LIMIT = 60;
const CALLER_LIMIT = 41;
const probe = '/service/application/configuration/v1.0/application';

/** The status of an answer; undefined when there was none. */
const ask = (
  url: string,
  agent: Agent,
  headers: Record<string, string> = {},
  timeout = 60_000,
): Promise<number | undefined> =>
  new Promise((resolve) => {
    const request = get(url, { agent, headers, timeout }, (response: IncomingMessage) => {
      response.resume().once('end', () => resolve(response.statusCode));
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(undefined));
  });
/** On a connection of its own: connections are handed to the workers in turn. */
const fresh = (): Agent => new Agent({ keepAlive: false });
type Early = { readonly outcomes: ReadonlyMap<string, number>; readonly end: () => Promise<void> };
/** Some who ask again and again from before there is anybody to ask; what became of each request, from the first that got an answer. */
const askingFromLaunch = (url: string): Early => {
  const outcomes = new Map<string, number>();
  const enough = new AbortController();
  const shopper = async (_: unknown, at: number): Promise<void> => {
    const agent = at % 2 === 0 ? fresh() : new Agent({ keepAlive: true, maxSockets: 1 });
    while (!enough.signal.aborted) {
      const isOpen = outcomes.size > 0;
      const status = await ask(`${url}/readyz`, agent, {}, 60_000);
      if (status !== undefined || isOpen) outcomes.set(String(status), (outcomes.get(String(status)) ?? 0) + 1);
      // Each leaves the start some time: on a busy machine they would take all of it.
      await pause(20);
    }
    agent.destroy();
  };
  const shoppers = Array.from({ length: 8 }, shopper);
  const end = async (): Promise<void> => {
    enough.abort();
    await Promise.all(shoppers);
  };
  return { outcomes, end };
};
describe('a node of two workers', { skip: skipOwnServer() ?? (process.platform === 'linux' ? false : '/proc') }, () => {
  const { folder, remove } = dataFolder();
  let node: Serving;
  let early: Early;
  let drop: () => Promise<void>;

  before(async () => {
    const database = await createPostgres(true);
    drop = database.drop;
    const port = await freePort();
    early = askingFromLaunch(`http://127.0.0.1:${port}`);
    const variables = {
      PORT: String(port),
      DATABASE_URL: database.url,
      CARTWRIGHT_DATA: folder,
      CARTWRIGHT_TRUSTED_PROXIES: '127.0.0.1',
      CARTWRIGHT_ADDRESS_REQUESTS_PER_MINUTE: String(LIMIT),
      CARTWRIGHT_CALLER_REQUESTS_PER_MINUTE: String(CALLER_LIMIT),
      CARTWRIGHT_DRAIN_SECONDS: '4',
    };
    node = await serving(variables, ['--empty', '--workers', '2']);
    await untilMetrics(node, /^cartwright_workers 2$/m);
    await early.end();
  });
  after(async () => {
    node.signal('SIGKILL');
    await node.ended;
    await drop();
    remove();
  });

  test('says where it serves and hands out its credentials once, and both of them write to the log', () => {
    assert.equal(node.printed().match(/Cartwright serves on/g)?.length, 1);
    assert.equal(node.printed().match(/console\/enter\?token=/g)?.length, 1);
    for (const worker of [1, 2]) assert.match(node.printed(), new RegExp(`"worker":${worker},.*"Server listening at`));
  });

  test('who asks while it starts is told to wait, then served: no connection is lost between the two', () => {
    assert.deepEqual(new Set(early.outcomes.keys()), new Set(['200', '503']), JSON.stringify([...early.outcomes]));
  });

  test('its numbers are those of both, and what is done once is done by the first', async () => {
    const text = await untilMetrics(node, /^process_cpu_seconds_total\{worker="2"\}/m);
    assert.match(text, /^process_cpu_seconds_total\{worker="1"\}/m);
    assert.equal(text.match(/^# TYPE process_cpu_seconds_total counter$/gm)?.length, 1);
    assert.deepEqual(
      [...text.matchAll(/^cartwright_funnel\w*\{worker="(\d)"/gm)].filter(([, worker]) => worker !== '1'),
      [],
    );
  });

  test('a service client is told the limit that was set for callers', async () => {
    const credentials = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as Record<string, string>;
    const basic = Buffer.from(`${credentials.client_id}:${credentials.client_secret}`).toString('base64');
    const issued = await fetch(`${node.url}/oidc/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token: token } = (await issued.json()) as { readonly access_token: string };
    const listed = `${node.url}/service/platform/configuration/v1.0/company/${credentials.company_id}/application`;
    const answer = await fetch(listed, { headers: { authorization: `Bearer ${token}` } });
    assert.deepEqual([answer.status, answer.headers.get('ratelimit-policy')], [200, `"caller";q=${CALLER_LIMIT};w=60`]);
  });

  test('what an address used up at one worker it has not at the other', async () => {
    const [one, other] = [new Agent({ keepAlive: true, maxSockets: 1 }), new Agent({ keepAlive: true, maxSockets: 1 })];
    const headers = { 'x-forwarded-for': '10.1.2.3' };
    const served = async (agent: Agent): Promise<boolean> => (await ask(`${node.url}${probe}`, agent, headers)) !== 429;
    const begun = performance.now();
    let used = 0;
    // What one uses up by itself is more than half: it hears of the other that it used nothing.
    for (; used < LIMIT * 2 && (await served(one)); used += 1) await pause(5);
    assert.ok(used > LIMIT / 2, String(used));
    let more = 0;
    for (; more < LIMIT * 2 && (await served(other)); more += 1) await pause(20);
    // On a slow machine what was used up comes back meanwhile.
    const back = ((performance.now() - begun) / 60_000) * LIMIT;
    assert.ok(used + more < LIMIT * 2 + back, `${used} and ${more}, ${back} came back`);
    for (const agent of [one, other]) agent.destroy();
  });

  test('one that is killed is started again, meanwhile the other serves, and nothing is handed out again', async () => {
    const [first] = workersOf(node);
    assert.ok(first !== undefined);
    process.kill(first, 'SIGKILL');
    const told = '"worker":1,"msg":"a worker ended (SIGKILL); it is started again in 250 ms"';
    while (!node.printed().includes(told)) await pause(10);
    const statuses = await Promise.all(Array.from({ length: 20 }, () => ask(`${node.url}/healthz`, fresh())));
    assert.deepEqual(new Set(statuses), new Set([200]));
    await untilMetrics(node, /^cartwright_workers 2\n(?:.*\n){2}cartwright_worker_restarts_total 1$/m);
    assert.equal(node.printed().match(/Cartwright serves on/g)?.length, 1);
    assert.equal(node.printed().match(/console\/enter\?token=/g)?.length, 1);
  });

  test('a connection that was handed to one that dies is closed: nobody waits for it', async () => {
    await untilMetrics(node, /^cartwright_workers 2$/m);
    const [first] = workersOf(node);
    assert.ok(first !== undefined);
    process.kill(first, 'SIGSTOP');
    // In turn: the one that stands still is given one of the first two and takes no other, so three are answered.
    const answered: (number | undefined)[] = [];
    const asked = Array.from({ length: 4 }, async () => {
      const status = await ask(`${node.url}/healthz`, fresh(), {}, 0);
      answered.push(status);
      return status;
    });
    while (answered.length < 3) await pause(10);
    process.kill(first, 'SIGKILL');
    const statuses = await Promise.all(asked);
    assert.equal(statuses.filter((status) => status === 200).length, 3);
    assert.ok(statuses.includes(undefined), 'one was lost with its worker, and its client was told');
    await untilMetrics(node, /^cartwright_workers 2$/m);
  });

  test('a signal to stop fails no request of clients that look at /readyz, and it ends with 0', async () => {
    const answers: (number | undefined)[] = [];
    const client = async (agent: Agent): Promise<void> => {
      for (;;) {
        const ready = await ask(`${node.url}/readyz`, agent);
        if (ready !== 200) return void answers.push(ready === 503 ? 200 : ready);
        answers.push(await ask(`${node.url}/healthz`, agent));
      }
    };
    const agents = Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? fresh() : new Agent({ keepAlive: true })));
    const clients = agents.map(client);
    // As a terminal or a container does: all processes are told.
    for (const pid of workersOf(node)) process.kill(pid, 'SIGTERM');
    node.signal('SIGTERM');
    await Promise.all(clients);
    assert.deepEqual(new Set(answers), new Set([200]));
    for (const agent of agents) agent.destroy();
    assert.equal(await node.ended, 0);
  });
});
