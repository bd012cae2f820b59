/**
 * Where numbers stand in an answer, so that they can be written anew without making the answer again. What they follow from is
 * the maker's business; here an answer is JSON in bytes, gone through once from its beginning to its end.
 */

/** In each entry of the list under `list`, the numbers at these members of its members. */
export type NumbersAt = { readonly list: string; readonly paths: readonly (readonly [string, string])[] };
/** First and behind the last byte of each number, entry by entry, in the order of `paths`. */
export type Places = readonly (readonly [number, number])[];

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, COMMA] = [0x7b, 0x7d, 0x5b, 0x5d, 0x2c];

const afterText = (json: Buffer, start: number): number => {
  for (let at = start + 1; ; at += 1) {
    const sign = json[at];
    if (sign === QUOTE || sign === undefined) return at + 1;
    if (sign === BACKSLASH) at += 1;
  }
};

const afterPlain = (json: Buffer, start: number): number => {
  for (let at = start; ; at += 1) {
    const sign = json[at];
    if (sign === COMMA || sign === CLOSE || sign === CLOSE_LIST || sign === undefined) return at;
  }
};

const afterValue = (json: Buffer, start: number): number => {
  const first = json[start];
  if (first === QUOTE) return afterText(json, start);
  if (first !== OPEN && first !== OPEN_LIST) return afterPlain(json, start);
  let depth = 0;
  for (let at = start; ; ) {
    const sign = json[at];
    if (sign === undefined) return at;
    if (sign === QUOTE) {
      at = afterText(json, at);
      continue;
    }
    at += 1;
    if (sign === OPEN || sign === OPEN_LIST) depth += 1;
    else if ((sign === CLOSE || sign === CLOSE_LIST) && (depth -= 1) === 0) return at;
  }
};

/** Goes through what stands between `start` and its end, each with its name; a list has none. `visit` says where it ends. */
const through = (
  json: Buffer,
  start: number,
  visit: (at: number, name: readonly [number, number]) => number,
): number => {
  const isList = json[start] === OPEN_LIST;
  let at = start + 1;
  while (at < json.length && json[at] !== CLOSE && json[at] !== CLOSE_LIST) {
    if (json[at] === COMMA) at += 1;
    const nameEnd = isList ? at : afterText(json, at);
    at = visit(isList ? at : nameEnd + 1, [at + 1, nameEnd - 1]);
  }
  return at + 1;
};

type Visits = readonly { readonly name: Buffer; readonly visit: (at: number) => number }[];
const isNamed = (json: Buffer, [from, to]: readonly [number, number], name: Buffer): boolean =>
  to - from === name.length && json.compare(name, 0, name.length, from, to) === 0;
const membersOf = (json: Buffer, start: number, visits: Visits): number =>
  through(json, start, (at, name) => {
    const found = visits.find((one) => isNamed(json, name, one.name));
    return found === undefined ? afterValue(json, at) : found.visit(at);
  });

/** Undefined where one of them is missing. An answer is written without spaces. */
export const placesIn = (json: Buffer, { list, paths }: NumbersAt): Places | undefined => {
  const places: (readonly [number, number])[] = [];
  const byOuter = Map.groupBy(paths, ([outer]) => outer);
  let missing = false;
  const entry = (start: number): number => {
    const found = new Map<readonly [string, string], readonly [number, number]>();
    const visits: Visits = [...byOuter].map(([outer, inner]) => ({
      name: Buffer.from(outer),
      visit: (at) =>
        json[at] !== OPEN
          ? afterValue(json, at)
          : membersOf(
              json,
              at,
              inner.map((path) => ({
                name: Buffer.from(path[1]),
                visit: (value) => {
                  const end = afterValue(json, value);
                  found.set(path, [value, end]);
                  return end;
                },
              })),
            ),
    }));
    const end = json[start] === OPEN ? membersOf(json, start, visits) : afterValue(json, start);
    for (const path of paths) {
      const place = found.get(path);
      if (place === undefined) missing = true;
      else places.push(place);
    }
    return end;
  };
  const entries = (at: number): number => (json[at] === OPEN_LIST ? through(json, at, entry) : afterValue(json, at));
  membersOf(json, 0, [{ name: Buffer.from(list), visit: entries }]);
  return missing ? undefined : places;
};

/** Whether these numbers stand there. */
export const standAt = (json: Buffer, places: Places, numbers: readonly number[]): boolean =>
  places.length === numbers.length &&
  places.every(([from, to], at) => json.toString('latin1', from, to) === String(numbers[at]));

/** Writes other numbers into these places; false, and nothing is written, where one of them is longer or shorter. */
export const overwrite = (json: Buffer, places: Places, numbers: readonly number[]): boolean => {
  const texts = numbers.map(String);
  if (places.some(([from, to], at) => texts[at]?.length !== to - from)) return false;
  for (const [at, [from]] of places.entries()) json.write(texts[at] ?? '', from, 'latin1');
  return true;
};

/** The same bytes with other numbers in these places, and where they are now. */
export const withNumbers = (
  json: Buffer,
  places: Places,
  numbers: readonly number[],
): { readonly json: Buffer; readonly places: Places } => {
  const texts = numbers.map(String);
  const order = places.map((_, at) => at).toSorted((a, b) => (places[a]?.[0] ?? 0) - (places[b]?.[0] ?? 0));
  const grown = places.reduce((sum, [from, to], at) => sum + (texts[at]?.length ?? 0) - (to - from), 0);
  const made = Buffer.allocUnsafeSlow(json.length + grown);
  const moved = [...places];
  let [read, written] = [0, 0];
  for (const at of order) {
    const [from, to] = places[at] ?? [0, 0];
    written += json.copy(made, written, read, from);
    const start = written;
    written += made.write(texts[at] ?? '', written, 'latin1');
    moved[at] = [start, written];
    read = to;
  }
  json.copy(made, written, read);
  return { json: made, places: moved };
};
