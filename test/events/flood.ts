/**
 * Many events at once, a tenth of them sent twice, over twenty connections: `node bin/run.js test/events/flood.ts 200000`.
 * A repeat may meet its first in the same batch, in the next one, or on another connection at the same time.
 */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { EventVerdicts } from '../../src/contract/events/event-collector-contract.ts';
import { type Engine, engines } from '../databases.ts';
import { collectorUrl, eventServer } from './event-server.ts';
import { anEvent } from './samples.ts';

const CONNECTIONS = 20;
const BATCH = 50;

export type FloodFinding = {
  readonly sent: number;
  readonly distinct: number;
  readonly stored: number;
  readonly fresh: number;
  readonly duplicates: number;
  readonly failed: number;
  readonly seconds: number;
};

/** Ids in an order by chance, every tenth of them one that is there already. */
const idsFor = (events: number, chance: () => number): readonly string[] => {
  const own = Array.from({ length: Math.ceil(events * 0.9) }, () => randomUUID());
  const again = Array.from({ length: events - own.length }, () => own[Math.floor(chance() * own.length)] ?? '');
  const all: string[] = [...own, ...again];
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = Math.floor(chance() * (at + 1));
    [all[at], all[other]] = [all[other] ?? '', all[at] ?? ''];
  }
  return all;
};

const post = (agent: Agent, port: number, authorization: string, body: string): Promise<EventVerdicts> =>
  new Promise((resolve, reject) => {
    const headers = { authorization, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const options = { host: '127.0.0.1', port, path: collectorUrl, method: 'POST', agent, headers };
    const call = request(options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('end', () => {
        const text = Buffer.concat(parts).toString();
        if (response.statusCode === 200) resolve(JSON.parse(text) as EventVerdicts);
        else reject(new Error(`${response.statusCode}: ${text}`));
      });
    });
    call.once('error', reject);
    call.end(body);
  });

export const flood = async (engine: Engine, events: number): Promise<FloodFinding> => {
  const server = await eventServer(engine);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    await server.set({ events_per_minute: 100_000_000 });
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.app.server.address() as AddressInfo;
    const ids = idsFor(events, Math.random);
    const { applicationId } = server.shop;
    const at = server.node.now();
    let next = 0;
    const totals = { fresh: 0, duplicates: 0, failed: 0 };
    const connection = async (): Promise<void> => {
      while (next < ids.length) {
        const some = ids.slice(next, next + BATCH);
        next += BATCH;
        const batch = some.map((id) => anEvent('user_logout', { applicationId, at, id }));
        const verdicts = await post(agent, port, server.authorization(server.shop), JSON.stringify({ batch }));
        totals.fresh += verdicts.success_count;
        totals.duplicates += verdicts.duplicate_count;
        totals.failed += verdicts.failed_count;
      }
    };
    const started = performance.now();
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    const seconds = (performance.now() - started) / 1000;
    const row = await server.node.db.one<{ rows: number; ids: number }>(
      'select count(*) as rows, count(distinct id) as ids from event',
    );
    if (row?.rows !== row?.ids) throw new Error('an id is stored twice');
    return { sent: ids.length, distinct: new Set(ids).size, stored: row?.rows ?? 0, ...totals, seconds };
  } finally {
    agent.destroy();
    await server.close();
  }
};

const floodHolds = ({ sent, distinct, stored, fresh, duplicates, failed }: FloodFinding): boolean =>
  stored === distinct && fresh === distinct && duplicates === sent - distinct && failed === 0;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const engine of engines) {
    const finding = await flood(engine, Number(process.argv[2] ?? 200_000));
    console.log(`${engine.name}: ${floodHolds(finding) ? 'holds' : 'BROKEN'} ${JSON.stringify(finding)}`);
    if (!floodHolds(finding)) process.exitCode = 1;
  }
}
