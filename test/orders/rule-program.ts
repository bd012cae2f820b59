/** A program of a merchant that answers custom rules over HTTP, as a test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Told = {
  readonly amount: number;
  readonly lines: readonly { readonly article_id: string; readonly quantity: number; readonly amount: number }[];
  readonly [name: string]: unknown;
};
/** A program of a merchant, which answers as a test says. */
export const openProgram = async () => {
  let answer: (told: Told, response: ServerResponse) => void = () => undefined;
  const calls: { readonly told: Told; readonly headers: IncomingMessage['headers']; readonly text: string }[] = [];
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    open.add(response);
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      calls.push({ told: JSON.parse(text) as Told, headers: request.headers, text });
      answer(JSON.parse(text) as Told, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/rule`,
    calls,
    answers: (how: (told: Told, response: ServerResponse) => void) => {
      answer = how;
    },
    close: () => {
      for (const response of open) response.destroy();
      server.close();
    },
  };
};
export const says =
  (value: unknown) =>
  (_told: unknown, response: ServerResponse): void => {
    response.setHeader('content-type', 'application/json');
    response.end(typeof value === 'string' ? value : JSON.stringify(value));
  };
