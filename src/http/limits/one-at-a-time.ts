/**
 * A connection is served one request at a time. Browsers and proxies wait for each answer anyway; whoever sends the next request before
 * it waits here until the answer was read, so that one connection is one request in progress and one answer in memory. Few may
 * wait: hundreds of requests in one packet are parsed in one turn of the loop, before anybody can be asked to wait for his turn.
 */
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { stopReading } from './stop-reading.ts';

const MOST_WAITING = 4;

type Line = { isServed: boolean; readonly waiting: (() => void)[] };

export const oneAtATime = (serve: RequestListener): RequestListener => {
  const lines = new WeakMap<Socket, Line>();
  const lineOf = (socket: Socket): Line => {
    const line = lines.get(socket) ?? { isServed: false, waiting: [] };
    lines.set(socket, line);
    return line;
  };
  const next = (socket: Socket, line: Line): void => {
    const begin = line.waiting.shift();
    if (begin === undefined) line.isServed = false;
    else if (!socket.destroyed) begin();
  };

  return (request, response) => {
    const { socket } = request;
    // What came in the same packet is told one by one, also when the connection is closed meanwhile.
    if (socket.destroyed) return;
    const line = lineOf(socket);
    if (line.waiting.length >= MOST_WAITING) return stopReading(socket);
    const begin = (): void => {
      response.once('close', () => {
        // In a turn of its own: connections that sent several have none of them served before others have theirs.
        if (line.waiting.length > 0) setImmediate(next, socket, line);
        else line.isServed = false;
      });
      serve(request, response);
    };
    if (line.isServed) line.waiting.push(begin);
    else {
      line.isServed = true;
      begin();
    }
  };
};
