/** The lines of the campaign do what they are said to do: a fault that does not happen proves nothing. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import { openLine } from './fault-line.ts';

describe('a line', async () => {
  const ends = new Set<Socket>();
  const echo = createServer((socket) => {
    ends.add(socket);
    socket.on('error', () => {}).pipe(socket);
  });
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  const line = await openLine((echo.address() as { port: number }).port);
  after(async () => {
    await line.close();
    for (const end of ends) end.destroy();
    await new Promise((resolve) => echo.close(resolve));
  });
  const dial = async (): Promise<Socket> => {
    const socket = connect(line.port, '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  const said = async (socket: Socket, text: string): Promise<string> => {
    const heard = once(socket, 'data');
    socket.write(text);
    return String((await heard)[0]);
  };

  /** Not `once`, which rejects at the error that comes first. */
  const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()));

  test('passes on what is said, also slowly and bit by bit', async () => {
    const socket = await dial();
    assert.equal(await said(socket, 'plain'), 'plain');
    for (const kind of ['slow', 'narrow'] as const) {
      line.trouble(kind);
      assert.equal(await said(socket, kind), kind);
      line.mend();
    }
    socket.destroy();
  });

  test('that is reset cuts what there is and who comes, until it is mended', async () => {
    const socket = await dial();
    await said(socket, 'plain');
    const cut = closed(socket);
    line.trouble('reset');
    await cut;
    const next = connect(line.port, '127.0.0.1').on('error', () => {});
    await closed(next);
    line.mend();
    const again = await dial();
    assert.equal(await said(again, 'again'), 'again');
    again.destroy();
  });

  test('that is half open says nothing of what it was told then, and keeps silent afterwards', async () => {
    const socket = await dial();
    await said(socket, 'plain');
    const heard: string[] = [];
    socket.on('data', (bytes) => heard.push(String(bytes)));
    line.trouble('half-open');
    socket.write('lost');
    const other = await dial();
    other.on('data', (bytes) => heard.push(String(bytes)));
    other.write('lost as well');
    line.mend();
    const whole = await dial();
    assert.equal(await said(whole, 'whole'), 'whole');
    for (const one of [socket, other]) one.write('again');
    assert.equal(await said(whole, 'once more'), 'once more');
    assert.deepEqual([heard, socket.destroyed], [[], false]);
    for (const one of [socket, other, whole]) one.destroy();
  });
});
