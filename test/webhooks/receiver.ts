/** Somebody who is told: an HTTP server that keeps what comes and answers as the test says. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { readonly headers: IncomingHttpHeaders; readonly body: string; readonly path: string };
type Reply = { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string };
export type Receiver = {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** What the next ones are answered. */
  answer: (received: Received) => Reply | Promise<Reply>;
  readonly close: () => Promise<void>;
};

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

export const openReceiver = async (host = '127.0.0.1'): Promise<Receiver> => {
  const received: Received[] = [];
  const state: { answer: Receiver['answer'] } = { answer: () => ({ status: 200 }) };
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const one = { headers: request.headers, body: await textOf(request), path: request.url ?? '' };
    received.push(one);
    const { status, headers = {}, body = 'ok' } = await state.answer(one);
    response.writeHead(status, headers).end(body);
  };
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
};
