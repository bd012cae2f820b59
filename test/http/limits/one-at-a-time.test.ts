/** A connection that sends without reading: its requests are served one after another, and hundreds at once close it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { createDoor } from '../../../src/http/door.ts';
import { listen, rawExchange, sampleServer } from '../sample-server.ts';

describe('requests that are sent before answers are read', () => {
  const door = createDoor({});
  let [told, asked, open, together] = [0, 0, 0, 0];
  for (const name of ['request', 'checkExpectation']) {
    door.server.prependListener(name, () => {
      told += 1;
    });
  }
  door.answerBy((_request, response) => {
    asked += 1;
    open += 1;
    together = Math.max(together, open);
    response.once('close', () => {
      open -= 1;
    });
    setImmediate(() => response.end('done'));
  });
  before(() => new Promise<void>((resolve) => door.server.listen(0, '127.0.0.1', resolve)));
  after(() => door.server.close());
  const send = async (count: number, more = ''): Promise<number> => {
    [told, asked, together] = [0, 0, 0];
    const socket = connect((door.server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    const last = `GET / HTTP/1.1\r\nHost: a\r\n${more}Connection: close\r\n\r\n`;
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\n${more}\r\n`.repeat(count - 1) + last);
    let text = '';
    socket.setEncoding('latin1').on('data', (some: string) => {
      text += some;
    });
    await once(socket, 'close');
    return text.split('HTTP/1.1 200').length - 1;
  };

  test('are served one after another while they are few, connection after connection', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      assert.equal(await send(5), 5);
      assert.deepEqual({ asked, together }, { asked: 5, together: 1 });
    }
  });

  test('are not even parsed beyond that, and the connection is closed', async () => {
    await send(1_000);
    assert.ok(told <= 6, `${told} requests were made of one packet`);
    assert.equal(asked, 1);
    assert.equal(await send(1), 1);
  });

  test('are held to the same when they expect what nobody knows', async () => {
    assert.equal(await send(1, 'Expect: a miracle\r\n'), 1);
    await send(1_000, 'Expect: a miracle\r\n');
    assert.ok(told <= 6, `${told} requests were made of one packet`);
    assert.equal(asked, 1);
  });
});

describe('a request without Host', () => {
  const app = sampleServer();
  let port = 0;
  before(async () => {
    port = await listen(app);
  });
  after(() => app.close());

  test('is refused like every other that cannot be read', async () => {
    const answer = await rawExchange(port, 'POST /anything HTTP/1.1\r\nConnection: close\r\n\r\n');
    assert.match(answer, /^HTTP\/1.1 400 [\s\S]*"error_code":"body_invalid"[\s\S]*"field":"host"/);
  });

  test('is served when it is one of HTTP/1.0', async () => {
    assert.match(await rawExchange(port, 'POST /anything HTTP/1.0\r\n\r\n'), /^HTTP\/1.1 200 /);
  });
});
