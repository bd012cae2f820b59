/**
 * A collector that does what a test tells it to, with a page that has the emitter. It remembers all that reached it, by event,
 * and so shows what the real one cannot: answers that fail, and events that came twice.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CollectorConfig, EventBatch, EventVerdicts } from '../../src/contract/events/event-collector-contract.ts';
import type { Envelope } from '../../web/emitter/envelope.ts';
import { bundleScript } from '../../src/http/pages/web-bundle.ts';

export const applicationId = '5f0c8b1e9d2a4c3b7e6f1a2d';
export const emitter = await bundleScript('emitter/main.ts');

const config: CollectorConfig = {
  application_id: applicationId,
  collector: '/service/application/webhook/v1.0/click-analytics/events',
  write_key: `${applicationId}.key`,
  mode: 'live',
  cart_events: 'emitter',
  order_events: 'emitter',
  wishlist_events: 'emitter',
  consent: 'not_required',
  limits: { batch_events: 100, event_bytes: 32_768, batch_bytes: 262_144, events_per_minute: 600_000 },
};

type Batch = EventBatch & { readonly batch: readonly Envelope[] };
type Arrival = { readonly headers: IncomingMessage['headers']; readonly body: Batch };
type Reply = { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown };

export type TestCollector = {
  readonly url: string;
  /** Every request with events, also those that were not answered well. */
  readonly arrivals: () => readonly Arrival[];
  /** Events that were answered for, each id once. */
  readonly stored: () => readonly Envelope[];
  readonly requests: () => number;
  /** Addresses for which a browser asked whether it may call them. */
  readonly preflights: () => readonly string[];
  /** For the answers that follow; undefined: all is well. */
  readonly answerWith: (reply: Reply | undefined) => void;
  readonly configure: (change: Partial<CollectorConfig>) => void;
  readonly close: () => Promise<void>;
};

/** `options` are those the page gives, beside its own; `view(id)` looks at a product. */
const page = (options: string): string => `<!doctype html><title>Shop</title><link rel="icon" href="data:,">
<script type="module">
import { createEmitter } from '/emitter.js';
window.refused = [];
const onRefused = (failures) => window.refused.push(...failures);
window.emitter = createEmitter({ url: '', applicationId: '${applicationId}', token: 'token', onRefused, ...${options} });
const said = { currency: 'INR', brand: 'Oakmere', l1_category: 'Clothing', l3_category: 'Tees', mrp: 10, esp: 9, quantity: 1 };
window.view = (id, more) => window.emitter.productView({ product_id: id, ...said, ...more });
</script>`;

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};
const allGood = ({ batch }: Batch): EventVerdicts => ({
  success_count: batch.length,
  failed_count: 0,
  duplicate_count: 0,
  failed_events: [],
  failures: [],
});

export const openCollector = async (): Promise<TestCollector> => {
  const arrivals: Arrival[] = [];
  const stored = new Map<string, Envelope>();
  const preflights: string[] = [];
  let requests = 0;
  let reply: Reply | undefined;
  let current = config;

  const send = (response: ServerResponse, { status, headers = {}, body = {} }: Reply): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop');
    if (pathname === '/emitter.js')
      return void response.writeHead(200, { 'content-type': emitter.type }).end(emitter.plain);
    if (!pathname.startsWith('/service/')) {
      const options = searchParams.get('options') ?? '{}';
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(page(options));
    }
    const origin = request.headers.origin ?? '';
    const cors = { 'access-control-allow-origin': origin, 'access-control-allow-headers': 'authorization' };
    for (const [name, value] of Object.entries(cors)) response.setHeader(name, value);
    if (request.method === 'OPTIONS') {
      preflights.push(pathname);
      return void response.writeHead(204).end();
    }
    requests += 1;
    if (pathname.endsWith('/config')) return send(response, { status: 200, body: current });
    const body = JSON.parse(await textOf(request)) as Batch;
    arrivals.push({ headers: request.headers, body });
    if (reply !== undefined) return send(response, reply);
    for (const envelope of body.batch) stored.set(envelope.event.id, envelope);
    send(response, { status: 200, body: allGood(body) });
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals: () => arrivals,
    stored: () => [...stored.values()],
    requests: () => requests,
    preflights: () => preflights,
    answerWith: (next) => (reply = next),
    configure: (change) => (current = { ...config, ...change }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
