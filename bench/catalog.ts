/** How fast a catalogue is fed and read: a hundred thousand articles, changes of stock, and a page of products. */
import { spawn, spawnSync } from 'node:child_process';
import { Agent, get } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../test/postgres-server.ts';
import { compare, type Way } from './measure.ts';
import type { Bench, BenchRow } from './report.ts';

type Load = {
  readonly products: number;
  readonly articles: number;
  readonly again: number;
  readonly stock: number;
  readonly peakMegabytes: number;
};

const load = (engine: string, address: string): readonly BenchRow[] => {
  const program = fileURLToPath(new URL('catalog-load.ts', import.meta.url));
  const child = spawnSync(process.execPath, [program, engine, address], { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(child.stderr);
  const { products, articles, again, stock, peakMegabytes } = JSON.parse(child.stdout) as Load;
  const bench = `${engine} catalogue feed`;
  return [
    { bench, case: '10,000 products', perSecond: products },
    { bench, case: '100,000 articles', perSecond: articles, note: `peak memory ${peakMegabytes} MB` },
    { bench, case: 'the same again', perSecond: again },
    { bench, case: 'changes of stock', perSecond: stock },
  ];
};

type Served = {
  readonly path: string;
  readonly token: string;
  readonly bytes: number;
  readonly ours: number;
  readonly bare: number;
};

const asking = (port: number, { path, token, bytes }: Served, agent: Agent): Way['once'] => {
  const headers = { authorization: `Bearer ${token}` };
  return () =>
    new Promise<void>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
        let read = 0;
        response.on('data', (chunk: Buffer) => (read += chunk.length));
        response.once('end', () => (read === bytes ? resolve() : reject(new Error(`${read} bytes, not ${bytes}`))));
      }).once('error', reject);
    });
};

const listing = async (): Promise<readonly BenchRow[]> => {
  const program = fileURLToPath(new URL('catalog-server.ts', import.meta.url));
  const server = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => server.once('close', resolve));
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  try {
    const line = await new Promise<string>((resolve) =>
      createInterface({ input: server.stdout }).once('line', resolve),
    );
    const served = JSON.parse(line) as Served;
    const [ours, bare] = await compare(
      [
        { name: 'product listing', once: asking(served.ours, served, agent) },
        { name: 'bare node:http, same bytes', once: asking(served.bare, served, agent) },
      ],
      { concurrency: 32 },
    );
    if (ours === undefined || bare === undefined) return [];
    const bench = 'sqlite product listing, 12 of 400';
    return [
      { bench, case: bare.name, perSecond: bare.perSecond },
      {
        bench,
        case: ours.name,
        perSecond: ours.perSecond,
        ratio: ours.perSecond / bare.perSecond,
        note: `rate against bare, ${served.bytes} bytes`,
      },
    ];
  } finally {
    agent.destroy();
    server.stdin.end();
    await ended;
  }
};

export const catalogBench: Bench = {
  name: 'catalog',
  run: async () => {
    const server = await startPostgres({ durable: true });
    try {
      return [...load('sqlite', ''), ...load('postgres', server.url('postgres')), ...(await listing())];
    } finally {
      await server.stop();
    }
  },
};
