/**
 * Calls of the application's interface. The anonymous token comes with the first answer that shows a cart and goes along from
 * then on; one that is no longer good is dropped and the call made again without it. So is the token of a customer: he is
 * signed out then.
 */
import type { ErrorBody } from '../../src/contract/primitives.ts';
export { CallProblem } from '../ui/call-problem.ts';
import { CallProblem } from '../ui/call-problem.ts';
import { newKey } from '../ui/new-key.ts';
import { askedWhileBusy } from '../ui/while-busy.ts';
import { browsingHeaders } from './events.ts';
import { noteInHood } from './hood.ts';
import { said, words } from './words.ts';
import { anonymousToken, chosenCurrency, customerName, customerToken, customerUser, shop } from './shop.ts';

export type Call = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  readonly body?: unknown;
  /** Of a write that is sent again, the key it had before. */
  readonly key?: string;
  readonly onHeaders?: (headers: Headers) => void;
  /** A call that the service may tell events of, and the product it is about. */
  readonly cart?: { readonly productId?: number | undefined };
};

const authorization = `Bearer ${btoa(`${shop.application_id}:${shop.application_token}`)}`;

const queryOf = (query: NonNullable<Call['query']>): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => [name, String(one)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
};

const headersOf = (hasBody: boolean, key: string | undefined): Readonly<Record<string, string>> => ({
  authorization,
  'x-language-code': words.tag,
  ...(hasBody ? { 'content-type': 'application/json' } : {}),
  ...(key === undefined ? {} : { 'idempotency-key': key }),
  ...(anonymousToken.get() === '' ? {} : { 'x-anonymous-id': anonymousToken.get() }),
  ...(customerToken.get() === '' ? {} : { 'x-customer-token': customerToken.get() }),
  ...(chosenCurrency.get() === '' ? {} : { 'x-currency-code': chosenCurrency.get() }),
});

const send = async (url: string, init: RequestInit, tries: number): Promise<Response> => {
  const begun = performance.now();
  const note = (status: number): void =>
    noteInHood({ text: `${init.method} ${url}`, status, took: Math.round(performance.now() - begun) });
  try {
    const ask = () => fetch(url, init);
    const response = await (init.method === 'GET' ? askedWhileBusy(ask) : ask());
    note(response.status);
    return response;
  } catch {
    note(0);
    if (tries > 1) return send(url, init, tries - 1);
    throw new CallProblem(0, 'unreachable', words.unreachable);
  }
};

const problemOf = async (response: Response): Promise<CallProblem> => {
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  const message = said(body.message ?? words.badAnswer);
  return new CallProblem(response.status, body.error_code ?? '', message);
};

/** What a refusal says is no longer good. */
const tokensOf = (code: string) => {
  if (code === 'anonymous_token_invalid') return [anonymousToken];
  return code === 'customer_token_invalid' ? [customerToken, customerName, customerUser] : [];
};

/** Made again for each try: what identifies the shopper may have been dropped between them. */
const initOf = ({ method = 'GET', body, cart, key = newKey() }: Call): (() => RequestInit) => {
  const browsing = cart === undefined ? {} : browsingHeaders(cart.productId);
  return () => ({
    method,
    headers: { ...headersOf(body !== undefined, method === 'GET' ? undefined : key), ...browsing },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
};

export const call = async <T>(path: string, wish: Call = {}): Promise<T> => {
  const { method = 'GET', query = {}, onHeaders } = wish;
  const init = initOf(wish);
  const url = `${shop.base}${path}${queryOf(query)}`;
  let known = anonymousToken.get();
  let response = await send(url, init(), 2);
  // Each of the two at most once: after that it is not sent.
  for (let drops = 0; response.status === 401 && drops < 2; drops += 1) {
    const problem = await problemOf(response);
    const dropped = tokensOf(problem.code).filter((kept) => kept.get() !== '');
    if (dropped.length === 0) throw problem;
    for (const kept of dropped) kept.set('');
    known = anonymousToken.get();
    response = await send(url, init(), 2);
  }
  const token = response.headers.get('x-anonymous-id');
  // A slow read must not take the place of the shopper that a write made meanwhile.
  if (token !== null && (method !== 'GET' || anonymousToken.get() === known)) anonymousToken.set(token);
  if (!response.ok) throw await problemOf(response);
  onHeaders?.(response.headers);
  return (await response.json()) as T;
};
