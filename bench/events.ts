/** Events a second over HTTP on loopback, in batches of 20, beside a bare server that parses the same JSON and discards it. */
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { compare, type Way } from './measure.ts';
import type { Bench, BenchRow } from './report.ts';
import { onBothEngines } from './served.ts';
import { uuid7 } from '../src/shared/identifiers.ts';
import { collectorUrl } from '../test/events/event-server.ts';
import { anEvent, eventNames } from '../test/events/samples.ts';

type Served = {
  readonly applicationId: string;
  readonly authorization: string;
  readonly at: number;
  readonly ours: number;
  readonly bare: number;
};

const BATCH = 20;
const CONNECTIONS = 32;
const ID = '00000000-0000-0000-0000-000000000000';

/** Mostly what shoppers do most. Ids are new in every batch, as the emitter makes them; the parts between them stay. */
const batchParts = ({ applicationId, at }: Served): readonly string[] => {
  const often = ['product_view', 'product_view', 'add_to_cart', 'product_listing', 'product_search'] as const;
  const batch = Array.from({ length: BATCH }, (_, place) =>
    anEvent(often[place % often.length] ?? eventNames[0] ?? 'product_view', { applicationId, at, id: ID }),
  );
  return JSON.stringify({ batch, sent_at: new Date(at).toISOString() }).split(ID);
};
const freshBatch = (parts: readonly string[]): string =>
  parts.reduce((text, part) => `${text}${uuid7(Date.now(), randomBytes)}${part}`);

const sending = (port: number, { authorization }: Served, parts: readonly string[], agent: Agent): Way['once'] => {
  const headers = { authorization, 'content-type': 'application/json' };
  return () =>
    new Promise<void>((resolve, reject) => {
      const payload = Buffer.from(freshBatch(parts));
      const options = { host: '127.0.0.1', port, path: collectorUrl, method: 'POST', agent };
      const call = request({ ...options, headers: { ...headers, 'content-length': payload.length } }, (response) => {
        response.resume();
        response.once('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`status ${response.statusCode}`)),
        );
      });
      call.once('error', reject);
      call.end(payload);
    });
};

const rowsWith = async (engine: string, served: Served): Promise<readonly BenchRow[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const bench = `${engine} events, batches of ${BATCH}, ${CONNECTIONS} connections`;
  const parts = batchParts(served);
  try {
    const [bare, ours] = await compare(
      [
        { name: 'bare node:http, parses and discards', once: sending(served.bare, served, parts, agent) },
        { name: 'checked, stored, durable', once: sending(served.ours, served, parts, agent) },
      ],
      { concurrency: CONNECTIONS, slices: 9, sliceMs: 500 },
    );
    if (bare === undefined || ours === undefined) return [];
    const ratio = ours.perSecond / bare.perSecond;
    return [
      { bench, case: bare.name, perSecond: bare.perSecond * BATCH, note: `${freshBatch(parts).length} bytes a batch` },
      {
        bench,
        case: ours.name,
        perSecond: ours.perSecond * BATCH,
        ratio,
        ...(engine === 'sqlite' ? { wanted: '>= 0.25' } : {}),
        note: 'rate against bare',
      },
    ];
  } finally {
    agent.destroy();
  }
};

export const eventsBench: Bench = {
  name: 'events',
  run: () => onBothEngines('events-server.ts', (engine, served) => rowsWith(engine, served as Served)),
};
