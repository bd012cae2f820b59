/**
 * A request past the network: all of the service from its routes on. Who asks thousands of them one after another would spend
 * most of his time on connections, and a refusal that leaves a body unread ends its connection.
 */
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { whenItHasTime } from './oauth-server.ts';

type Asked = {
  readonly method: string;
  /** Path and query. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
};
export type Told = {
  readonly status: number;
  readonly type: string;
  /** The whole answer; a stream of events has no end. */
  readonly text: () => Promise<string>;
  /** Reads no more of it. */
  readonly leave: () => void;
};

const ask = async (app: FastifyInstance, { method, address, headers, body }: Asked): Promise<Told> => {
  const isSent = body !== undefined && !['get', 'head'].includes(method);
  const answer = await app.inject({
    method: method.toUpperCase(),
    url: address,
    headers,
    ...(isSent ? { payload: body } : {}),
    // An answer is there when its head is: some never end.
    payloadAsStream: true,
  });
  const stream = (): Readable => answer.stream();
  return {
    status: answer.statusCode,
    type: answer.headers['content-type'] ?? '',
    text: () => text(stream()),
    leave: () => void stream().destroy(),
  };
};

export const askInside = (app: FastifyInstance, asked: Asked): Promise<Told> => whenItHasTime(() => ask(app, asked));
