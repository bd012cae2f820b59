/** Takes events, and beside that a bare node:http server that parses the same JSON and discards it. Run by bench/events.ts. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { askedEngine } from './served.ts';
import { eventServer } from '../test/events/event-server.ts';

const engine = askedEngine(process.argv);

const server = await eventServer(engine);
await server.set({ events_per_minute: 100_000_000 });
await server.app.listen({ host: '127.0.0.1', port: 0 });
const bare = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.once('end', () => {
    JSON.parse(Buffer.concat(parts).toString('utf8'));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 });
    response.end('{}');
  });
});
bare.listen(0, '127.0.0.1', () => {
  const port = (of: { address: () => unknown }): number => (of.address() as AddressInfo).port;
  const { applicationId } = server.shop;
  const authorization = server.authorization(server.shop);
  const at = server.node.now();
  console.log(JSON.stringify({ applicationId, authorization, at, ours: port(server.app.server), bare: port(bare) }));
});
process.stdin.resume().once('end', () => void server.close().finally(() => process.exit(0)));
