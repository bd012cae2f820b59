/**
 * A client as docs/operations/deploy.md asks for one: what was refused for the moment, or whose answer was lost, is asked again under
 * the same key, after as long as it was told to wait. It gives up after `patienceMs`, and that is a failure somebody sees.
 */
import { setTimeout as pause } from 'node:timers/promises';

export type Asked = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Left out: it is only read. */
  readonly body?: object;
  readonly key?: string;
};
export type Patience = {
  readonly url: string;
  readonly patienceMs: number;
  /** One attempt; a node that is paused answers never. */
  readonly attemptMs: number;
};
/** `why` says what made it ask again last. */
export type Answer<T> = {
  readonly body: T;
  readonly repeats: number;
  readonly waitedMs: number;
  readonly why: string;
};

/** Nobody answered in time, or somebody answered what cannot be repeated away. */
class SeenFailure extends Error {
  override readonly name = 'SeenFailure';
}

const MOMENTARY = new Set([502, 503, 504]);

/** A file is what it says. */
const bodyOf = (response: Response, text: string): unknown =>
  response.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : text;

export const askPatiently = async <T>({ url, patienceMs, attemptMs }: Patience, asked: Asked): Promise<Answer<T>> => {
  const began = performance.now();
  const { path, headers, body, key } = asked;
  let why = '';
  for (let repeats = 0; performance.now() - began < patienceMs; repeats += 1) {
    let waitMs = 1000;
    try {
      const response = await fetch(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...headers,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(attemptMs),
      });
      const text = await response.text();
      if (response.status === 200) {
        return { body: bodyOf(response, text) as T, repeats, waitedMs: performance.now() - began, why };
      }
      why = `${response.status} ${text.slice(0, 300)}`;
      if (!MOMENTARY.has(response.status)) break;
      waitMs = 1000 * Number(response.headers.get('retry-after') ?? 1);
    } catch (error) {
      why = `${String(error)} ${error instanceof Error && error.cause instanceof Error ? error.cause.message : ''}`;
    }
    await pause(waitMs);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  throw new SeenFailure(`${path} ${key ?? ''} failed after ${seconds} s: ${why}`);
};
