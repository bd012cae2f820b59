/** Many connections of one address on which requests came at once: some are read in a turn of the loop, the others in later ones. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { createDoor, type Door } from '../../../src/http/door.ts';

const CONNECTIONS = 400;
const EACH = 4;
/** A busy machine takes long to open them all, and who asked nothing for ten seconds would be sent away. */
const limits = { headersTimeoutMs: 600_000, connectionTimeoutMs: 600_000 };

const open = async (door: Door): Promise<Socket> => {
  const socket = connect((door.server.address() as AddressInfo).port, '127.0.0.1');
  await Promise.all([once(socket, 'connect'), once(door.server, 'connection')]);
  return socket;
};
const answersOn = async (socket: Socket): Promise<number> => {
  let text = '';
  for await (const some of socket.setEncoding('latin1')) text += String(some);
  return text.split(/HTTP\/1.1 [24]00/).length - 1;
};

/** The most that `server` tells by an event in one turn of the loop. */
const mostInTurnOf = ({ server }: Door, event: 'request' | 'clientError'): (() => number) => {
  let inTurn = 0;
  let most = 0;
  server.prependListener(event, () => {
    if (inTurn === 0) {
      setImmediate(() => {
        inTurn = 0;
      });
    }
    inTurn += 1;
    most = Math.max(most, inTurn);
  });
  return () => most;
};
const ask = `GET / HTTP/1.1\r\nHost: a\r\n`;

describe('what one address sends on many connections at once', () => {
  const cases = [
    { what: 'requests', headers: 'X-A: 1\r\n', most: 256 + EACH },
    { what: 'requests with many headers', headers: 'X-A: 1\r\n'.repeat(320), most: 32 },
    { what: 'requests through a proxy, which speaks for many', headers: 'X-A: 1\r\n', trustedProxies: ['127.0.0.1'] },
    { what: 'what cannot be read', headers: 'X A: 1\r\n', most: 32 },
  ];
  for (const { what, headers, most, trustedProxies } of cases) {
    describe(what, () => {
      const door = createDoor({ trustedProxies, limits });
      const isReadable = !headers.includes(' A');
      const mostInTurn = mostInTurnOf(door, isReadable ? 'request' : 'clientError');
      door.answerBy((_request, response) => void response.end('done'));
      door.server.on('clientError', (_error, socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
      before(() => new Promise<void>((resolve) => door.server.listen(0, '127.0.0.1', resolve)));
      after(() => door.server.close());

      test(`${most === undefined ? 'is' : 'is not'} read in one turn, and all is answered`, async () => {
        const sockets: Socket[] = [];
        for (let n = 0; n < CONNECTIONS; n += 1) sockets.push(await open(door));
        const answers = sockets.map(answersOn);
        const packet = `${ask}${headers}\r\n`.repeat(EACH - 1) + `${ask}${headers}Connection: close\r\n\r\n`;
        for (const socket of sockets) socket.write(packet);
        assert.deepEqual(new Set(await Promise.all(answers)), new Set([isReadable ? EACH : 1]));
        if (most === undefined) assert.ok(mostInTurn() > 256 + EACH, `${mostInTurn()} in one turn`);
        else assert.ok(mostInTurn() <= most, `${mostInTurn()} in one turn`);
      });
    });
  }
});
