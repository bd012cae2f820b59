/** Many connections of one address on which requests came at once: some are read in a turn of the loop, the others in later ones. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { createDoor, type Door } from '../../../src/http/door.ts';

const CONNECTIONS = 400;
const EACH = 4;

const open = async (door: Door): Promise<Socket> => {
  const socket = connect((door.server.address() as AddressInfo).port, '127.0.0.1');
  await Promise.all([once(socket, 'connect'), once(door.server, 'connection')]);
  return socket;
};
const answersOn = async (socket: Socket): Promise<number> => {
  let text = '';
  for await (const some of socket.setEncoding('latin1')) text += String(some);
  return text.split('HTTP/1.1 200').length - 1;
};

describe('requests of one address', () => {
  for (const [who, trustedProxies, headers, most] of [
    ['of somebody', [], 'X-A: 1\r\n', 256 + EACH],
    ['of somebody with many headers', [], 'X-A: 1\r\n'.repeat(320), 32],
    ['of a proxy, which speaks for many,', ['127.0.0.1'], 'X-A: 1\r\n', CONNECTIONS * EACH],
  ] as const) {
    describe(who, () => {
      const door = createDoor({ trustedProxies });
      let inTurn = 0;
      let mostInTurn = 0;
      door.server.prependListener('request', () => {
        if (inTurn === 0) {
          setImmediate(() => {
            inTurn = 0;
          });
        }
        inTurn += 1;
        mostInTurn = Math.max(mostInTurn, inTurn);
      });
      door.answerBy((_request, response) => void response.end('done'));
      before(() => new Promise<void>((resolve) => door.server.listen(0, '127.0.0.1', resolve)));
      after(() => door.server.close());

      test(`are ${most === CONNECTIONS * EACH ? 'all' : 'not all'} read in one turn, and all are answered`, async () => {
        const sockets: Socket[] = [];
        for (let n = 0; n < CONNECTIONS; n += 1) sockets.push(await open(door));
        const answers = sockets.map(answersOn);
        const request = `GET / HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
        const last = `GET / HTTP/1.1\r\nHost: a\r\n${headers}Connection: close\r\n\r\n`;
        for (const socket of sockets) socket.write(request.repeat(EACH - 1) + last);
        assert.deepEqual(new Set(await Promise.all(answers)), new Set([EACH]));
        assert.ok(mostInTurn <= most, `${mostInTurn} in one turn`);
        if (trustedProxies.length > 0) assert.ok(mostInTurn > 256 + EACH, `${mostInTurn} in one turn`);
      });
    });
  }
});
