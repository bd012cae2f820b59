/** Sends requests as they are, and raw bytes, to one server on this machine. */
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pair, Wire } from './fuzz-request.ts';

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: Buffer;
};
/** Nothing came back, and why. */
export type Silence = { readonly silence: string };

const STREAM = 'text/event-stream';
const PATIENCE_MS = 60_000;
/** How often a request is sent that nobody had time for. */
const TRIES = 200;
/** How often one to which nothing came back: a starved server closes connections before it reads them. */
const SILENT_TRIES = 10;

export type Sender = {
  /** The answer, after the server had time for it. */
  readonly send: (wire: Wire) => Promise<Answer | Silence>;
  /** Everything that comes back until the server closes or has no more to say. */
  readonly sendBytes: (bytes: Buffer) => Promise<string>;
  /** How often the server asked to be left alone for a moment. */
  readonly shed: () => number;
  readonly close: () => void;
};

/** Node joins what came twice with commas, but a header may be given twice on purpose. */
const listed = (headers: readonly Pair[]): Readonly<Record<string, string | string[]>> => {
  const all = new Map<string, string[]>();
  for (const [name, value] of headers) all.set(name, [...(all.get(name) ?? []), value]);
  return Object.fromEntries([...all].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]));
};

const once = (url: URL, agent: Agent, { method, target, headers, body }: Wire): Promise<Answer | Silence> =>
  new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(body.length) };
    const sent = httpRequest({
      host: url.hostname,
      port: url.port,
      agent,
      method,
      path: target,
      headers: { ...listed(headers), ...length },
      timeout: PATIENCE_MS,
    });
    const fail = (error: Error): void => resolve({ silence: `${error.name} ${error.message}` });
    sent.once('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.once('error', fail);
    sent.once('response', (response) => {
      const chunks: Buffer[] = [];
      const { 'set-cookie': cookies = [], ...others } = response.headers;
      const done = (): void =>
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)])),
          cookies,
          body: Buffer.concat(chunks),
        });
      response.once('error', fail);
      if (response.headers['content-type']?.startsWith(STREAM) === true) {
        done();
        sent.destroy();
        return;
      }
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', done);
    });
    sent.end(body);
  });

const exchange = ({ hostname, port }: URL, bytes: Buffer): Promise<string> =>
  new Promise((resolve) => {
    let said = '';
    const socket = connect({ host: hostname, port: Number(port) });
    socket.setTimeout(300, () => socket.destroy());
    socket.on('data', (chunk) => (said += chunk.toString('latin1')));
    socket.once('error', () => {});
    socket.once('close', () => resolve(said));
    socket.once('connect', () => socket.write(bytes));
  });

const isBusy = (answer: Answer | Silence): boolean =>
  'silence' in answer
    ? /ECONNRESET|socket hang up|EPIPE|ECONNREFUSED/.test(answer.silence)
    : answer.status === 503 && answer.headers['retry-after'] !== undefined;

export const senderTo = (base: string, lanes: number): Sender => {
  const url = new URL(base);
  const agent = new Agent({ keepAlive: true, maxSockets: lanes * 2 });
  let shed = 0;
  return {
    send: async (wire) => {
      for (let turn = 1; ; turn += 1) {
        const answer = await once(url, agent, wire);
        const tries = 'silence' in answer ? SILENT_TRIES : TRIES;
        if (!isBusy(answer) || turn >= tries) return answer;
        shed += 1;
        await pause(100);
      }
    },
    sendBytes: (bytes) => exchange(url, bytes),
    shed: () => shed,
    close: () => agent.destroy(),
  };
};
