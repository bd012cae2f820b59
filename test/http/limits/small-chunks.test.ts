/** Bodies in thousands of pieces. */
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { createDoor } from '../../../src/http/door.ts';
import { rawExchange } from '../sample-server.ts';

describe('a body in chunks', () => {
  const door = createDoor({});
  let pieces = 0;
  door.answerBy((request, response) => {
    pieces = 0;
    request.on('data', () => {
      pieces += 1;
    });
    void text(request).then(
      (body) => response.end(`${body.length} signs`),
      () => {},
    );
  });
  before(() => new Promise<void>((resolve) => door.server.listen(0, '127.0.0.1', resolve)));
  after(() => door.server.close());
  const send = (chunk: string, count: number): Promise<string> => {
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
    const one = `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
    return rawExchange((door.server.address() as AddressInfo).port, `${head}${one.repeat(count)}0\r\n\r\n`);
  };

  test('is taken when they are few, however small they are', async () => {
    assert.match(await send('x', 256), /256 signs/);
  });

  test('is taken when they are not small, however many they are', async () => {
    assert.match(await send('about twenty letters', 5_000), /100000 signs/);
  });

  test('of a byte each closes its connection, and the rest of them is not looked at', async () => {
    assert.equal(await send('x', 50_000), '');
    assert.ok(pieces <= 256, `${pieces} were read`);
    // What parsed them is used again for others.
    assert.match(await send('about twenty letters', 50), /1000 signs/);
  });
});
