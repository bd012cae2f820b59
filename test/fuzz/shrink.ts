/** The smallest request that still goes wrong in the same way: parts are taken away as long as it does. */
import type { FuzzRequest } from './fuzz-request.ts';

const MOST_TRIES = 300;

const smaller = (value: unknown): readonly unknown[] => {
  if (typeof value === 'string')
    return value.length > 1 ? [value.slice(0, value.length / 2), value.slice(value.length / 2)] : [];
  if (Array.isArray(value)) {
    const without = value.map((_, at) => value.toSpliced(at, 1));
    const inside = value.flatMap((entry, at) => smaller(entry).map((one) => value.with(at, one)));
    return [...without, ...inside];
  }
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const without = entries.map((_, at) => Object.fromEntries(entries.toSpliced(at, 1)));
  const inside = entries.flatMap(([name, entry], at) =>
    smaller(entry).map((one) => Object.fromEntries(entries.with(at, [name, one]))),
  );
  return [...without, ...inside];
};

const smallerRequests = function* (request: FuzzRequest): Generator<FuzzRequest, void> {
  const { headers, query, body } = request;
  if (body !== undefined) yield { ...request, body: undefined };
  for (const at of headers.keys()) yield { ...request, headers: headers.toSpliced(at, 1) };
  for (const at of query.keys()) yield { ...request, query: query.toSpliced(at, 1) };
  for (const [at, [name, value]] of query.entries()) {
    for (const one of smaller(value)) yield { ...request, query: query.with(at, [name, String(one)]) };
  }
  if (body !== undefined && 'value' in body) {
    for (const value of smaller(body.value)) yield { ...request, body: { ...body, value } };
  }
};

/** `fails` sends it and says whether it goes wrong as before. Undefined when it does not even do so a second time. */
export const shrunk = async (
  request: FuzzRequest,
  fails: (request: FuzzRequest) => Promise<boolean>,
): Promise<FuzzRequest | undefined> => {
  if (!(await fails(request))) return undefined;
  let smallest = request;
  let tries = 0;
  for (let found = true; found && tries < MOST_TRIES; ) {
    found = false;
    for (const candidate of smallerRequests(smallest)) {
      tries += 1;
      if (tries >= MOST_TRIES) break;
      if (!(await fails(candidate))) continue;
      smallest = candidate;
      found = true;
      break;
    }
  }
  return smallest;
};
