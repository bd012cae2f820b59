/** A connection that sends without reading: a few of its requests are answered, and hundreds at once close it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { after, describe, test } from 'node:test';
import { createDoor } from '../../../src/http/door.ts';

describe('requests that are sent before answers are read', () => {
  const door = createDoor({});
  let asked = 0;
  door.answerBy((_request, response) => {
    asked += 1;
    setImmediate(() => response.end('done'));
  });
  after(() => door.server.close());
  const send = async (count: number): Promise<{ readonly answers: number; readonly asked: number }> => {
    asked = 0;
    const socket = connect((door.server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    const last = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count - 1) + last);
    let text = '';
    socket.setEncoding('latin1').on('data', (some: string) => {
      text += some;
    });
    await once(socket, 'close');
    return { answers: text.split('HTTP/1.1 200').length - 1, asked };
  };

  test('are answered while they are few, connection after connection', async () => {
    await new Promise<void>((resolve) => door.server.listen(0, '127.0.0.1', resolve));
    for (let turn = 0; turn < 3; turn += 1) assert.deepEqual(await send(16), { answers: 16, asked: 16 });
  });

  test('are not looked at beyond that, and the connection is closed', async () => {
    const { asked: looked } = await send(1_000);
    assert.equal(looked, 16);
    assert.deepEqual(await send(1), { answers: 1, asked: 1 });
  });
});
