/** The unit of bench/cart.ts: a plain node:http server that sends so many bytes, or a bare 304. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const bytes = Buffer.alloc(Number(process.argv[2] ?? 0), 'a');
const server = createServer((request, response) => {
  if (request.headers['if-none-match'] !== undefined) {
    response.writeHead(304, { etag: '"1"' });
    response.end();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.byteLength });
  response.end(request.method === 'HEAD' ? undefined : bytes);
});
// Between two slices of a way its connections are idle.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.stdin.resume().once('end', () => process.exit(0));
