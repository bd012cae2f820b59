/** What cart operations cost over HTTP on loopback: five lines under three offers, beside a bare server with the same bytes. */
import { Agent, request } from 'node:http';
import { compare, type Way } from './measure.ts';
import type { Bench, BenchRow } from './report.ts';
import { onBothEngines } from './served.ts';

type Served = {
  readonly token: string;
  readonly shoppers: readonly string[];
  readonly bytes: number;
  readonly ours: number;
  readonly bare: number;
};
type Asked = { readonly method: string; readonly path: string; readonly body?: unknown };

const cart = '/service/application/cart';
const one = { items: [{ item_id: 1, item_size: 'M' }] };
const operations: readonly (Asked & { readonly name: string })[] = [
  { name: 'read, with lines and price details', method: 'GET', path: `${cart}/v1.0/detail?i=true&b=true` },
  { name: 'detail-light', method: 'GET', path: `${cart}/v3.0/detail-light` },
  { name: 'add, answered with the priced cart', method: 'POST', path: `${cart}/v1.0/detail?i=true&b=true`, body: one },
  { name: 'add, v2', method: 'POST', path: `${cart}/v2.0/detail`, body: one },
];

/** Each connection is another shopper, as in a shop. */
const asking = (
  port: number,
  { token, shoppers }: Served,
  { method, path, body }: Asked,
  agent: Agent,
): Way['once'] => {
  let turn = 0;
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return () =>
    new Promise<void>((resolve, reject) => {
      turn += 1;
      const headers = {
        authorization: `Bearer ${token}`,
        'x-anonymous-id': shoppers[turn % shoppers.length] ?? '',
        ...(payload === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      };
      const call = request({ host: '127.0.0.1', port, path, method, headers, agent }, (response) => {
        response.resume();
        response.once('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`${method} ${path}: ${response.statusCode}`)),
        );
      });
      call.once('error', reject);
      call.end(payload);
    });
};

const rowsWith = async (engine: string, served: Served, concurrency: number): Promise<readonly BenchRow[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const bench = `${engine} cart, ${concurrency} ${concurrency === 1 ? 'connection' : 'connections'}`;
  try {
    const bareWay = {
      name: 'bare node:http, same bytes',
      once: asking(served.bare, served, { method: 'GET', path: '/' }, agent),
    };
    const ways = operations.map((operation) => ({
      name: operation.name,
      once: asking(served.ours, served, operation, agent),
    }));
    const [bare, ...ours] = await compare([bareWay, ...ways], { concurrency, slices: 5 });
    if (bare === undefined) return [];
    return [
      { bench, case: bare.name, perSecond: bare.perSecond, note: `${served.bytes} bytes` },
      ...ours.map(({ name, perSecond }) => ({
        bench,
        case: name,
        perSecond,
        ratio: perSecond / bare.perSecond,
        note: 'rate against bare',
      })),
    ];
  } finally {
    agent.destroy();
  }
};

export const cartBench: Bench = {
  name: 'cart',
  run: () =>
    onBothEngines('cart-server.ts', async (engine, served) => [
      ...(await rowsWith(engine, served as Served, 1)),
      ...(await rowsWith(engine, served as Served, 32)),
    ]),
};
