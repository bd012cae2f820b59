/**
 * The lines of a cart while one call changes them, found by what is asked of them at every step: by identifier, by what they are,
 * by article, by product, by parent. A bulk call puts hundreds of lines, and none of them looks through all the others.
 *
 * It changes in place, lives as long as one decision, and is seen by nobody else.
 */
import type { CartFacts } from './cart-facts.ts';
import { lineWorth } from './line-amounts.ts';
import { dataSize } from './line-data-rules.ts';
import type { AskedItem, CartLine } from '../store/cart-document.ts';
import { lineKey, staysAlone } from '../store/line-rules.ts';

export type LineBook = {
  /** In their order: what changes keeps its place, what is new comes last. */
  readonly lines: () => readonly CartLine[];
  readonly count: () => number;
  /** Characters of the shopper's own data on all of them. */
  readonly data: () => number;
  /** What they cost together at most, as `lineWorth` counts. */
  readonly worth: () => readonly number[];
  readonly find: (identifier: string) => CartLine | undefined;
  /** The line that more of the same would be added to; not `but`. */
  readonly equal: (asked: AskedItem, parent: string | null, but?: CartLine) => CartLine | undefined;
  /** The first of an article. */
  readonly ofArticle: (articleUid: string) => CartLine | undefined;
  /** The first of a product, in a size if one is said. */
  readonly ofItem: (itemId: number, size: string | null) => CartLine | undefined;
  readonly unitsOf: (articleUid: string) => number;
  readonly childrenOf: (identifier: string) => readonly CartLine[];
  /** A line and all that belongs to it, at any depth. */
  readonly familyOf: (identifier: string) => ReadonlySet<string>;
  readonly put: (line: CartLine) => void;
  readonly remove: (identifier: string) => void;
  readonly removeFamily: (identifier: string) => void;
};

/** Lines under a word: few, mostly one. */
const shelves = <Word>() => {
  const lines = new Map<Word, Set<string>>();
  return {
    on: (word: Word): Iterable<string> => lines.get(word) ?? [],
    add: (word: Word, identifier: string): void => {
      const there = lines.get(word);
      if (there === undefined) lines.set(word, new Set([identifier]));
      else there.add(identifier);
    },
    drop: (word: Word, identifier: string): void => {
      lines.get(word)?.delete(identifier);
    },
  };
};

const isJoined = (line: CartLine): boolean => !staysAlone(line) && !line.autoAdded;

export const openBook = (given: readonly CartLine[], facts: CartFacts): LineBook => {
  const worthOf = lineWorth(facts);
  const lines = new Map<string, CartLine>();
  /** Where each stands among the others; a number is never given twice. */
  const places = new Map<string, number>();
  let newest = 0;
  const units = new Map<string, number>();
  const byArticle = shelves<string>();
  const byItem = shelves<number>();
  const byParent = shelves<string>();
  /** Of products that were asked for: to say what a line is takes longer than all else here. */
  const byKey = new Map<number, ReturnType<typeof shelves<string>>>();
  let data = 0;
  const worth: number[] = [];

  const shelve = (line: CartLine, sign: 1 | -1): void => {
    const { identifier, asked, articleUid, parent, quantity } = line;
    const move = sign === 1 ? 'add' : 'drop';
    units.set(articleUid, (units.get(articleUid) ?? 0) + sign * quantity);
    data += sign * dataSize(asked);
    for (const [at, amount] of worthOf(line).entries()) worth[at] = (worth[at] ?? 0) + sign * amount;
    byArticle[move](articleUid, identifier);
    byItem[move](asked.itemId, identifier);
    if (parent !== null) byParent[move](parent, identifier);
    if (isJoined(line)) byKey.get(asked.itemId)?.[move](lineKey(asked, parent), identifier);
  };
  const placeOf = ({ identifier }: CartLine): number => places.get(identifier) ?? 0;
  const linesNamed = (identifiers: Iterable<string>): readonly CartLine[] =>
    [...identifiers].flatMap((identifier) => lines.get(identifier) ?? []);
  const first = (found: readonly CartLine[]): CartLine | undefined =>
    found.length < 2 ? found[0] : found.reduce((best, line) => (placeOf(line) < placeOf(best) ? line : best));
  const keysOf = (itemId: number): ReturnType<typeof shelves<string>> => {
    const known = byKey.get(itemId);
    if (known !== undefined) return known;
    const own = shelves<string>();
    for (const line of linesNamed(byItem.on(itemId))) {
      if (isJoined(line)) own.add(lineKey(line.asked, line.parent), line.identifier);
    }
    byKey.set(itemId, own);
    return own;
  };
  const childrenOf = (identifier: string): readonly CartLine[] =>
    linesNamed(byParent.on(identifier)).toSorted((a, b) => placeOf(a) - placeOf(b));

  const put = (line: CartLine): void => {
    const there = lines.get(line.identifier);
    if (there !== undefined) shelve(there, -1);
    else places.set(line.identifier, (newest += 1));
    lines.set(line.identifier, line);
    shelve(line, 1);
  };
  const remove = (identifier: string): void => {
    const there = lines.get(identifier);
    if (there === undefined) return;
    shelve(there, -1);
    lines.delete(identifier);
  };
  const familyOf = (identifier: string): ReadonlySet<string> => {
    const family = new Set([identifier]);
    for (const one of family) for (const child of byParent.on(one)) family.add(child);
    return family;
  };
  for (const line of given) put(line);

  return {
    lines: () => [...lines.values()],
    count: () => lines.size,
    data: () => data,
    worth: () => worth,
    find: (identifier) => lines.get(identifier),
    equal: (asked, parent, but) =>
      first(linesNamed(keysOf(asked.itemId).on(lineKey(asked, parent))).filter((line) => line !== but)),
    ofArticle: (articleUid) => first(linesNamed(byArticle.on(articleUid))),
    ofItem: (itemId, size) =>
      first(linesNamed(byItem.on(itemId)).filter(({ asked }) => size === null || asked.size === size)),
    unitsOf: (articleUid) => units.get(articleUid) ?? 0,
    childrenOf,
    familyOf,
    put,
    remove,
    removeFamily: (identifier) => {
      for (const one of familyOf(identifier)) remove(one);
    },
  };
};
