/**
 * Calls of operations, with the operator's session. `{company}`, `{application}` and `{organization}` in a path stand for the
 * shop he is looking at. What changed something is remembered, so that a page can show how a program would do the same.
 */
import { signal } from '@preact/signals';
import type { ErrorBody } from '../../src/contract/primitives.ts';
import { CallProblem } from '../ui/call-problem.ts';
import { newKey } from '../ui/new-key.ts';
import { askedWhileBusy } from '../ui/while-busy.ts';
import { at, session, shop } from './session.ts';

/** Whoever signs out is led by that: what was still asked for is refused, and leads nowhere. */
let isLeaving = false;
addEventListener('submit', ({ defaultPrevented: staysHere }) => {
  isLeaving = !staysHere;
});

type One = string | number | boolean | undefined;
/** A list is a name that comes several times. */
export type Query = Readonly<Record<string, One | readonly string[]>>;
/** Only on this version of what is there; `new`: only when there is nothing yet. */
export type OnlyOn = number | 'new';
export type Call = { readonly query?: Query; readonly body?: unknown; readonly onlyOn?: OnlyOn };
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Sent = { readonly file: File; readonly type: string };
export type Change = {
  readonly method: Method;
  readonly path: string;
  readonly body: unknown;
  /** What was sent instead of a body of JSON. */
  readonly file?: Sent;
  readonly onlyOn?: OnlyOn | undefined;
  readonly requestId: string;
  /** What it did, for people. */
  readonly said: string;
};
export const lastChange = signal<Change | undefined>(undefined);

/** Of what goes on after it was begun another thing is true when it is over. */
export const sayInstead = (isMeant: (path: string) => boolean, said: string): void => {
  const now = lastChange.value;
  if (now && isMeant(now.path)) lastChange.value = { ...now, said };
};

const placed = (path: string): string =>
  path
    .replace('{company}', String(shop.value.company_id))
    .replace('{application}', shop.value.id)
    .replace('{organization}', session.organization.id);

const queryOf = (query: Query): string => {
  const pairs = Object.entries(query).flatMap(([name, given]) =>
    [given].flat().flatMap((value) => (value === undefined || value === '' ? [] : [[name, String(value)]])),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
};

/** Where a call goes, for a link that downloads what it answers. */
export const addressOf = (path: string, query: Query = {}): string => `${session.base}${placed(path)}${queryOf(query)}`;

const problemOf = async (response: Response): Promise<CallProblem> => {
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  const details = (body.details ?? []).map(({ field, message }) => `${field}: ${message}`);
  const sentence = [body.message ?? 'The service did not answer as it should.', ...details].join(' ');
  return new CallProblem(response.status, body.error_code ?? '', sentence, body.details ?? []);
};

const REFUSED = 422;
const JSON_TYPE = 'application/json';

const condition = (onlyOn: OnlyOn): readonly [name: string, value: string] =>
  onlyOn === 'new' ? ['if-none-match', '*'] : ['if-match', `"${onlyOn}"`];

const jsonInit = (method: Method, body: unknown, onlyOn?: OnlyOn): RequestInit => ({
  method,
  headers: {
    ...(onlyOn === undefined ? {} : Object.fromEntries([condition(onlyOn)])),
    ...(body === undefined ? {} : { 'content-type': JSON_TYPE }),
    ...(method === 'GET' ? {} : { 'idempotency-key': newKey() }),
  },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});

const send = async (address: string, init: RequestInit): Promise<Response> => {
  const ask = () => fetch(address, init);
  const response = await (init.method === 'GET' ? askedWhileBusy(ask) : ask()).catch(() => {
    throw new CallProblem(0, 'unreachable', 'The service cannot be reached. Check the connection, then try again.');
  });
  if (response.ok) return response;
  const problem = await problemOf(response);
  // The session has ended: the page that signs in leads back here.
  if (problem.code === 'session_invalid' || problem.code === 'token_invalid') {
    if (!isLeaving)
      location.assign(
        `${at('/sign-in')}?return_to=${encodeURIComponent(location.pathname.slice(session.base.length))}`,
      );
  }
  throw problem;
};

const requestIdOf = ({ headers }: Response): string => headers.get('x-request-id') ?? '';

export const read = async <T>(path: string, query: Query = {}): Promise<T> =>
  (await (await send(addressOf(path, query), jsonInit('GET', undefined))).json()) as T;

/** What was read, and how a change says that it is meant for that version of it. */
export type Seen<T> = { readonly row: T; readonly on: Pick<Call, 'onlyOn'> };

const versionIn = ({ headers }: Response): Seen<unknown>['on'] => {
  const [, version] = /"(\d+)/.exec(headers.get('etag') ?? '') ?? [];
  return version === undefined ? {} : { onlyOn: Number(version) };
};

export const readSeen = async <T>(path: string): Promise<Seen<T>> => {
  const response = await send(addressOf(path), jsonInit('GET', undefined));
  return { row: (await response.json()) as T, on: versionIn(response) };
};

/** A question that is too long for an address, or a part of a change that is told when it is saved. */
export const ask = async <T>(path: string, body: unknown): Promise<T> =>
  (await (await send(addressOf(path), jsonInit('POST', body))).json()) as T;

/** What is not JSON, such as the first line of a table. */
export const readText = async (path: string): Promise<string> =>
  (await send(addressOf(path), jsonInit('GET', undefined))).text();

/** Some operations answer a refusal as others answer success, and say so in their body. */
const takenIn = <T>(answer: T): T => {
  if (typeof answer !== 'object' || answer === null || !('success' in answer) || answer.success !== false)
    return answer;
  const { message, error_code: code = '' } = answer as Partial<ErrorBody>;
  throw new CallProblem(REFUSED, code, message || 'The service did not do it, and did not say why.');
};

/** A file, as it is. */
export const upload = async <T>(path: string, said: string, sent: Sent, query: Query = {}): Promise<T> => {
  const address = addressOf(path, query);
  const headers = { 'content-type': sent.type, 'idempotency-key': newKey() };
  const response = await send(address, { method: 'POST', headers, body: sent.file });
  const sentTo = address.slice(session.base.length);
  const requestId = requestIdOf(response);
  const answer = takenIn((await response.json()) as T);
  lastChange.value = { method: 'POST', path: sentTo, body: undefined, file: sent, requestId, said };
  return answer;
};

type Changing = Exclude<Method, 'GET'>;

/** With the version that it made, for the next change. */
export const changeSeen = async <T>(
  method: Changing,
  path: string,
  said: string,
  { query = {}, body, onlyOn }: Call = {},
): Promise<Seen<T>> => {
  const address = addressOf(path, query);
  const response = await send(address, jsonInit(method, body, onlyOn));
  const sentTo = address.slice(session.base.length);
  const text = await response.text();
  const answer = takenIn((text === '' ? undefined : JSON.parse(text)) as T);
  lastChange.value = { method, path: sentTo, body, onlyOn, requestId: requestIdOf(response), said };
  return { row: answer, on: versionIn(response) };
};

/** `said` tells people what happened, once it has. */
export const change = async <T>(method: Changing, path: string, said: string, call?: Call): Promise<T> =>
  (await changeSeen<T>(method, path, said, call)).row;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The same call as a program makes it, with a client's token. */
export const asCurl = ({ method, path, body, file, onlyOn }: Change): string =>
  [
    `curl -X ${method} ${quoted(`${session.public_url}${path}`)}`,
    `-H "Authorization: Bearer $TOKEN"`,
    ...(onlyOn === undefined ? [] : [`-H ${quoted(condition(onlyOn).join(': '))}`]),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
    ...(file ? [`-H 'Content-Type: ${file.type}'`, `--data-binary ${quoted(`@${file.file.name}`)}`] : []),
  ].join(' \\\n  ');
