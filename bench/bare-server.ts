/**
 * The unit: a plain node:http server. It sends as many bytes as its address says, a bare 304 to whoever has them, and of what
 * is sent to it it reads the JSON and answers `{}`.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const kept = new Map<string, Buffer>();
const bytesFor = (url: string): Buffer => {
  const bytes = kept.get(url) ?? Buffer.alloc(Number(url.slice(1)), 'a');
  kept.set(url, bytes);
  return bytes;
};
const json = { 'content-type': 'application/json; charset=utf-8' };
const send = (response: ServerResponse, bytes: Buffer, hasBody: boolean): void => {
  response.writeHead(200, { ...json, 'content-length': bytes.byteLength });
  response.end(hasBody ? bytes : undefined);
};

const server = createServer((request, response) => {
  const { method, url = '/0', headers } = request;
  if (headers['if-none-match'] !== undefined) {
    response.writeHead(304, { etag: '"1"' });
    response.end();
    return;
  }
  if (method !== 'POST') return send(response, bytesFor(url), method !== 'HEAD');
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.once('end', () => {
    JSON.parse(Buffer.concat(parts).toString('utf8'));
    send(response, Buffer.from('{}'), true);
  });
});
// Between two slices of a way its connections are idle.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.stdin.resume().once('end', () => process.exit(0));
