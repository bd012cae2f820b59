/** One call of the tour: shown as a person would type it, made, and its answer read. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Input } from '../command.ts';

type TourCall = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** What stands in the Authorization header, and the word that stands for it on the screen. */
  readonly authorization: readonly [value: string, shown: string];
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
};
/** Of answers the tour reads a handful of fields, by name. */
type Told = Readonly<Record<string, unknown>>;
type Answered = { readonly body: Told; readonly headers: Headers };
export type Ask = (call: TourCall) => Promise<Answered>;

const shownBody = ({ json, form }: TourCall): string => {
  if (json !== undefined) return ` \\\n      -d '${JSON.stringify(json)}'`;
  return form === undefined ? '' : ` -d ${new URLSearchParams(form).toString()}`;
};

const shown = (call: TourCall): string => {
  const { path, authorization, headers = {} } = call;
  const all = [
    `-H "Authorization: ${authorization[1]}"`,
    ...(call.json === undefined ? [] : ["-H 'Content-Type: application/json'"]),
    ...Object.keys(headers).map((name) => `-H '${name}: …'`),
  ];
  return `  $ curl ${all.join(' ')} \\\n      "$CARTWRIGHT_URL${path}"${shownBody(call)}`;
};

const send = (url: string, call: TourCall): Promise<Response> => {
  const { method, path, authorization, headers = {}, json, form } = call;
  return fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: authorization[0],
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
  });
};

const MOST_TRIES = 10;

/** A first start on a busy machine turns callers away for a moment; what was turned away was not done. */
const sendUntilTaken = async (url: string, call: TourCall, print: Input['print'], tries = 1): Promise<Response> => {
  const response = await send(url, call);
  if (response.status !== 503 || tries === MOST_TRIES) return response;
  await response.body?.cancel();
  const seconds = Number(response.headers.get('retry-after') ?? 1);
  print(`  503: busy. Once more in ${seconds} s.`);
  await wait(seconds * 1000);
  return sendUntilTaken(url, call, print, tries + 1);
};

export const askOf =
  (url: string, print: Input['print']): Ask =>
  async (call) => {
    print(shown(call));
    const begun = performance.now();
    const response = await sendUntilTaken(url, call, print);
    const body = (await response.json()) as Told;
    print(`  ${response.status} in ${Math.round(performance.now() - begun)} ms\n`);
    if (!response.ok) throw new Error(`The tour cannot go on: ${call.path} answered ${JSON.stringify(body)}`);
    return { body, headers: response.headers };
  };
