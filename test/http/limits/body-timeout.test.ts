import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { listen, sampleServer } from '../sample-server.ts';

const app = sampleServer({ limits: { requestTimeoutMs: 100 } });
const arrived = Promise.withResolvers<string>();
app.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  scope.post(
    '/stream',
    { config: { access: { kind: 'public' }, streams: true }, schema: { hide: true } },
    async (request) => {
      let text = '';
      for await (const chunk of request.body as AsyncIterable<Buffer>) text += chunk;
      arrived.resolve(text);
      return { length: text.length };
    },
  );
  scope.head(
    '/waits',
    { config: { access: { kind: 'public' } }, schema: { hide: true } },
    ({ raw }) => new Promise((resolve) => void raw.socket.once('close', () => resolve({}))),
  );
});
let port = 0;
before(async () => void (port = await listen(app)));
after(() => app.close());

const head = (path: string, length: number, method = 'POST'): string =>
  `${method} ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
/** Sends the beginning of a body and leaves the end to the test. */
const begin = (path: string, method?: string) => {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  const ended = new Promise<string>((resolve) => {
    socket.on('data', (data: Buffer) => (answer += data));
    socket.on('close', () => resolve(answer));
    socket.on('error', () => resolve(answer));
  });
  socket.write(`${head(path, 4, method)}[1`);
  return { socket, ended };
};

describe('the time a body may take', () => {
  test('an ordinary body that stops coming is 408; a stream that began before it goes on', async () => {
    const stream = begin('/stream');
    const late = await begin('/anything').ended;
    assert.match(late, /^HTTP\/1\.1 408 /);
    assert.match(late, /"error_code":"request_timeout"/);
    stream.socket.write('1]');
    assert.equal(await arrived.promise, '[11]');
    stream.socket.end();
    assert.match(await stream.ended, /^HTTP\/1\.1 200 /);
  });

  test('of a HEAD it is 408 without a body, behind which a client would find what it did not ask for', async () => {
    assert.match(await begin('/waits', 'HEAD').ended, /^HTTP\/1\.1 408 [^{]*\r\n\r\n$/);
  });

  test('a body that arrives in time is answered and its connection stays open', async () => {
    for (let n = 0; n < 2; n += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/anything`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      assert.equal(answer.status, 200);
    }
  });
});
