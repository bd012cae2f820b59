/** One right request of a visit: found among the operations, sent, and kept to start from. */
import { type FuzzRequest, type Pair, wireOf } from './fuzz-request.ts';
import type { FuzzShop } from './fuzz-shop.ts';
import type { Lane } from './lane.ts';
import type { Api } from './operations.ts';
import type { Answer } from './send.ts';

type Body = Readonly<Record<string, unknown>>;
type More = { readonly headers?: readonly Pair[]; readonly type?: string };
type Visited = Answer & { readonly json: Body };
/** `go('visitor', 'GET /path?query', body)`. */
export type Go = (kind: string, what: string, body?: unknown, more?: More) => Promise<Visited>;

/** The operation that a concrete address belongs to, and what stands in its places. */
const requestFor = (api: Api, caller: string, method: string, url: string): FuzzRequest => {
  const { pathname, searchParams } = new URL(url, 'http://shop.invalid');
  const parts = pathname.split('/');
  const fits = (path: string): boolean => {
    const own = path.split('/');
    return own.length === parts.length && own.every((part, at) => part.startsWith('{') || part === parts[at]);
  };
  // The one with the fewest open places: an address may fit several.
  const [operation] = api.operations
    .filter((one) => one.method === method && fits(one.path))
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);
  if (operation === undefined) throw new Error(`there is no operation ${method} ${pathname}`);
  const places = operation.path
    .split('/')
    .flatMap((part, at) => (part.startsWith('{') ? [[part.slice(1, -1), decodeURIComponent(parts[at] ?? '')]] : []));
  const path = Object.fromEntries(places) as Readonly<Record<string, string>>;
  return { operation, path, query: [...searchParams], headers: [], body: undefined, caller };
};

/** As the caller of the first lane; what it learns, all of them know. */
export const goerOf = (api: Api, shop: FuzzShop, lanes: readonly Lane[]): Go => {
  const { company_id, application_id, organization_id } = shop.credentials;
  return async (kind, what, body, { headers = [], type = 'application/json' } = {}) => {
    const [method = '', given = ''] = what.split(' ');
    const url = given
      .replace('{company}', String(company_id))
      .replace('{application}', application_id)
      .replace('{organization}', organization_id);
    const bare = requestFor(api, `${kind} ${lanes[0]?.number ?? 0}`, method, url);
    const request = { ...bare, headers, body: body === undefined ? undefined : { type, value: body } };
    const answer = await shop.send(wireOf(request, shop.credentialsOf(request.caller)));
    if ('silence' in answer) throw new Error(`${what}: ${answer.silence}`);
    shop.learnCaller(request.caller, answer);
    for (const lane of lanes) {
      const own = { ...request, caller: `${kind} ${lane.number}` };
      lane.seed(own);
      lane.learn(own, answer);
    }
    const text = answer.body.toString();
    return { ...answer, json: text.startsWith('{') ? (JSON.parse(text) as Body) : {} };
  };
};
