/**
 * One lane of the fuzzer: draws requests one after another, remembers what answers named, and keeps requests that got an
 * answer nobody got before, to start from them later.
 */
import { type Random, seeded } from '../../src/demo/random.ts';
import type { FuzzRequest, Pair } from './fuzz-request.ts';
import type { FuzzShop } from './fuzz-shop.ts';
import { oneOf } from './hostile-words.ts';
import { type Memory, newMemory, nounBefore, nounOf } from './memory.ts';
import { mutated } from './mutate.ts';
import type { Api, Operation, Parameter } from './operations.ts';
import { type Draw, valueFor } from './schema-words.ts';
import type { Answer } from './send.ts';

export type Lane = {
  readonly number: number;
  readonly random: Random;
  readonly next: () => FuzzRequest;
  readonly learn: (request: FuzzRequest, answer: Answer) => void;
  /** A request that is known to be right, to start from. */
  readonly seed: (request: FuzzRequest) => void;
  readonly memory: Memory;
};

const KEPT_EACH = 30;
const SAME_ANSWER = 2;

/** By how an operation is secured; one that is secured in a way not listed here is called by everybody. */
const fitting: ReadonlyMap<string, readonly string[]> = new Map([
  ['application', ['visitor', 'visitor', 'visitor', 'customer', 'customer', 'application']],
  ['service', ['service', 'service', 'service', 'service', 'operator']],
  ['client', ['client']],
  ['operator', ['operator']],
  ['none', ['stranger', 'application', 'operator', 'client', 'customer']],
]);
/** Each takes a node ten to a hundred times as long as others do; they are drawn seldomer, so that others are drawn more often. */
const dear: ReadonlySet<string> = new Set([
  'GET /metrics',
  'GET /service/application/cart/v1.0/detail/why-not',
  'GET /service/platform/cart/v1.0/company/{company_id}/application/{application_id}/promotion/lint',
  'DELETE /service/platform/user/v1.0/company/{company_id}/application/{application_id}/customers/{user_id}',
  'PUT /service/platform/configuration/v1.0/profile/password',
]);
const DEAR_SHARE = 0.125;
const everybody = ['stranger', 'application', 'visitor', 'customer', 'service', 'client', 'operator'];

/** Whose loss would end the game: the clients the fuzzer calls as, the token of the application. */
const isSpared = ({ operation: { key }, path }: FuzzRequest, spared: ReadonlySet<string>): boolean =>
  !key.startsWith('GET') && Object.values(path).some((value) => spared.has(value));

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** What pages and redirects name: the token of a form, a code, where a request goes on. */
const learnPage = (memory: Memory, noun: string, { headers, body }: Answer): void => {
  const token = /name="form_token" value="([^"]+)"/.exec(body.subarray(0, 20_000).toString())?.[1];
  if (token !== undefined) memory.keep({ noun, name: 'form_token' }, token);
  const location = URL.parse(headers['location'] ?? '', 'http://shop.invalid');
  if (location === null) return;
  for (const [name, value] of location.searchParams) memory.keep({ noun, name }, value);
  const uid = /\/consent\/([\w-]+)$/.exec(location.pathname)?.[1];
  if (uid !== undefined) memory.keep({ noun: 'consent', name: 'uid' }, uid);
};

export const newLane = (api: Api, shop: FuzzShop, seed: string, number: number): Lane => {
  const random = seeded(`${seed}/${number}`);
  const memory = newMemory();
  const kept = new Map<string, FuzzRequest[]>();
  const seen = new Map<string, number>();
  const { application_id, company_id, organization_id } = shop.credentials;
  const scopes: Readonly<Record<string, string>> = {
    company_id: String(company_id),
    organization_id,
    application_id,
  };
  const { operations, document } = api;
  const drawOf = (noun: string): Draw => ({
    random,
    document,
    recall: (name) => memory.recall(random, { noun, name }),
  });

  const callerFor = ({ security }: Operation): string => {
    const kind = oneOf(random, (random.chance(0.93) ? fitting.get(security) : undefined) ?? everybody) ?? 'stranger';
    return `${kind} ${number}`;
  };
  const inPath = (operation: Operation, { name, schema }: Parameter): string => {
    if (name === 'application_id' && operation.path.includes('/configuration/') && random.chance(0.9)) {
      return shop.spareApplication;
    }
    if (Object.hasOwn(scopes, name) && random.chance(0.96)) return scopes[name] ?? '';
    const noun = nounBefore(operation.path, name);
    const known = random.chance(0.8) ? memory.recall(random, { noun, name }) : undefined;
    return textOf(known ?? valueFor(schema, name, drawOf(noun))) || 'x';
  };
  const inQuery = (operation: Operation): readonly Pair[] =>
    operation.parameters
      .filter(
        ({ place, required }) => place === 'query' && (required || random.chance(operation.responses ? 0.3 : 0.15)),
      )
      .flatMap(({ name, schema }) =>
        [valueFor(schema, name, drawOf(nounOf(operation.path)))].flat().map((value): Pair => [name, textOf(value)]),
      );
  const fresh = (operation: Operation): FuzzRequest => {
    const [type, schema] = oneOf(random, [...operation.bodies]) ?? [];
    const value = schema === undefined ? undefined : valueFor(schema, '', drawOf(nounOf(operation.path)));
    return {
      operation,
      path: Object.fromEntries(
        operation.parameters.filter(({ place }) => place === 'path').map((one) => [one.name, inPath(operation, one)]),
      ),
      query: inQuery(operation),
      headers: [],
      body: type === undefined ? undefined : { type, value },
      caller: callerFor(operation),
    };
  };
  /** An earlier request in other hands: its ids may be taken anew. */
  const again = (request: FuzzRequest): FuzzRequest => ({
    ...request,
    caller: random.chance(0.9) ? request.caller : callerFor(request.operation),
    path: Object.fromEntries(
      Object.entries(request.path).map(([name, value]) => {
        const parameter = request.operation.parameters.find((one) => one.name === name);
        return [name, parameter !== undefined && random.chance(0.5) ? inPath(request.operation, parameter) : value];
      }),
    ),
  });

  const spared = new Set(shop.spared);
  const drawn = (): Operation => {
    const operation = oneOf(random, operations);
    if (operation === undefined) throw new Error('there is nothing to call');
    return dear.has(operation.key) && operations.length > dear.size && !random.chance(DEAR_SHARE) ? drawn() : operation;
  };
  const next = (): FuzzRequest => {
    const operation = drawn();
    const known = kept.get(operation.key) ?? [];
    const start =
      known.length > 0 && random.chance(0.65) ? again(oneOf(random, known) ?? fresh(operation)) : fresh(operation);
    const changed = random.chance(0.2) ? start : mutated(start, random);
    const request = random.chance(0.12) ? mutated(changed, random) : changed;
    return isSpared(request, spared) ? next() : request;
  };

  const seedWith = (request: FuzzRequest): void => {
    const { key } = request.operation;
    const list = kept.get(key) ?? [];
    kept.set(key, list);
    if (list.length < KEPT_EACH) list.push(request);
    else list[random.between(0, KEPT_EACH - 1)] = request;
  };
  return {
    number,
    random,
    memory,
    next,
    seed: seedWith,
    learn: (request, answer) => {
      const text = answer.body.length < 200_000 ? answer.body.toString() : '';
      const isJson = answer.headers['content-type']?.startsWith('application/json') === true;
      const body = isJson && text !== '' ? (JSON.parse(text) as { readonly error_code?: unknown }) : undefined;
      const noun = nounOf(request.operation.path);
      if (answer.status < 300) memory.learn(noun, body);
      learnPage(memory, noun, answer);
      const signature = `${request.operation.key} ${answer.status} ${textOf(body?.error_code)}`;
      const times = (seen.get(signature) ?? 0) + 1;
      seen.set(signature, times);
      if (times <= SAME_ANSWER && request.body?.type !== '' && !('bytes' in (request.body ?? {}))) seedWith(request);
    },
  };
};
