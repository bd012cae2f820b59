/**
 * Reads a small document from an address that somebody else wrote down. Connects to what the address guard pinned,
 * follows no redirect, and gives up at a time and at a size. Whatever goes wrong is an Error that says what.
 */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { type AddressPolicy, guardAddress, type Resolve, type Target } from './address-guard.ts';

export type GuardedGet = {
  readonly policy: AddressPolicy;
  readonly resolve: Resolve;
  readonly timeoutMs: number;
  readonly maxBytes: number;
};

/** The body of a 200 answer. */
export const guardedGet = async (url: string, limits: GuardedGet): Promise<Buffer> => {
  const signal = AbortSignal.timeout(limits.timeoutMs);
  const verdict = await Promise.race([guardAddress(url, limits.policy, limits.resolve), abortOf(signal)]);
  if ('refused' in verdict) throw new Error(`address refused: ${verdict.refused}`);
  const response = await connect(verdict.target, signal);
  if (response.statusCode !== 200) {
    response.destroy();
    throw new Error(`answered ${response.statusCode}`);
  }
  return readBody(response, limits.maxBytes);
};

/** A name server that never answers cannot be aborted, only left behind. */
const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

const connect = (target: Target, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const send = target.secure ? requestHttps : requestHttp;
    const request = send({
      host: target.address,
      family: target.family,
      port: target.port,
      path: `${target.url.pathname}${target.url.search}`,
      headers: { host: target.url.host, accept: 'application/json', 'user-agent': 'cartwright' },
      // The certificate must be the name's, not the pinned address's; an IP literal has no server name to send.
      ...(isIP(target.host) === 0 ? { servername: target.host } : {}),
      agent: false,
      signal,
    });
    request.once('response', resolve).once('error', reject).end();
  });

const readBody = async (response: IncomingMessage, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`answered more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
