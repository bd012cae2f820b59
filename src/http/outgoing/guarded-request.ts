/**
 * Speaks to an address that somebody else wrote down. Connects to what the address guard pinned, follows no redirect, and
 * gives up at a time and at a size. No answer is an Error that says why.
 */
import { type Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { type Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { type AddressPolicy, guardAddress, type Resolve, type Target } from './address-guard.ts';
import { whileOutside } from './while-outside.ts';

/** Connections that are kept belong to a pinned address, so they lead nowhere a new one would not. */
export type Agents = { readonly http: HttpAgent; readonly https: HttpsAgent };

export type GuardedRequest = {
  readonly policy: AddressPolicy;
  readonly resolve: Resolve;
  readonly timeoutMs: number;
  /** Of the answer's body; what comes after is not read. */
  readonly maxBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent by POST. */
  readonly body?: string;
  readonly agents?: Agents;
  /** Ends it before its time. */
  readonly stopping?: AbortSignal | undefined;
};
export type GuardedAnswer = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  readonly isCut: boolean;
};

const ask = async (url: string, options: GuardedRequest): Promise<GuardedAnswer> => {
  const late = AbortSignal.timeout(options.timeoutMs);
  const signal = options.stopping === undefined ? late : AbortSignal.any([late, options.stopping]);
  signal.throwIfAborted();
  const verdict = await Promise.race([guardAddress(url, options.policy, options.resolve), abortOf(signal)]);
  if ('refused' in verdict) throw new Error(`address refused: ${verdict.refused}`);
  const response = await connect(verdict.target, options, options.agents, signal);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    ...(await readBody(response, options.maxBytes)),
  };
};

export const guardedRequest = (url: string, options: GuardedRequest): Promise<GuardedAnswer> =>
  whileOutside(() => ask(url, options));

/** A name server that never answers cannot be aborted, only left behind. */
const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

const isReset = (error: Error): boolean => 'code' in error && error.code === 'ECONNRESET';

const connect = (
  target: Target,
  sent: Pick<GuardedRequest, 'headers' | 'body'>,
  agents: Agents | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { headers, body } = sent;
    const send = target.secure ? requestHttps : requestHttp;
    const request = send({
      method: body === undefined ? 'GET' : 'POST',
      host: target.address,
      family: target.family,
      port: target.port,
      path: `${target.url.pathname}${target.url.search}`,
      headers: {
        accept: 'application/json',
        'user-agent': 'cartwright',
        ...headers,
        host: target.url.host,
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
      },
      // The certificate must be the name's, not the pinned address's; an IP literal has no server name to send.
      ...(isIP(target.host) === 0 ? { servername: target.host } : {}),
      agent: agents === undefined ? false : target.secure ? agents.https : agents.http,
      signal,
    });
    request.once('response', resolve).once('error', (error) => {
      // The other side may close a kept connection in the moment it is used again: that says nothing about it.
      if (!request.reusedSocket || !isReset(error) || signal.aborted) return reject(error);
      return resolve(connect(target, sent, undefined, signal));
    });
    // Node tells of neither an answer nor an error where nobody takes the connection over, and no signal ends it any more.
    request.once('upgrade', ({ statusCode }, socket) => {
      socket.destroy();
      reject(new Error(`answered ${statusCode} and another protocol`));
    });
    request.once('close', () => reject(new Error('closed without an answer')));
    request.end(body);
  });

const readBody = async (
  response: IncomingMessage,
  maxBytes: number,
): Promise<{ readonly body: Buffer; readonly isCut: boolean }> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) {
      response.destroy();
      break;
    }
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), isCut: size > maxBytes };
};
