/**
 * What a merge changed in the cart that took the lines, and taking that back. What is still as the merge left it becomes what it was;
 * what was changed since stays as it is, so that nothing anybody did is lost. Pure.
 */
import type { CartDocument, CartLine } from './cart-document.ts';
import { commandOf } from './cart-history.ts';
import type { CartUndo } from './cart-record-store.ts';
import { linesBefore, ofCodes } from './cart-version-rules.ts';
import { codesOf, withCodes } from './coupon-codes.ts';
import { withoutGiven } from './line-rules.ts';

type Said = Readonly<Record<string, unknown>>;
export type MergeUndo = {
  readonly undo: CartUndo['lines'];
  /** The lines it changed, as it left them; those that it took out are not there. */
  readonly left: readonly CartLine[];
  /** Members beside the lines that it changed, before and after. */
  readonly before: Said;
  readonly after: Said;
};

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

const picked = (document: CartDocument, members: readonly string[]): Said => {
  const wanted = new Set(members);
  return Object.fromEntries(Object.entries(document).filter(([member]) => wanted.has(member)));
};

export const mergeUndoOf = (before: CartDocument, after: CartDocument): MergeUndo => {
  const { lines, members, undo } = commandOf('merge', before, after, null);
  const changed = new Set(lines.map(({ identifier }) => identifier));
  // The codes are one list: whichever of its members changed, all of it is kept.
  const said = members.some((member) => ofCodes.has(member)) ? [...members, ...ofCodes] : members;
  return {
    undo: undo?.lines ?? [],
    left: after.lines.filter(({ identifier }) => changed.has(identifier)),
    before: picked(before, said),
    after: picked(after, said),
  };
};

const isRecord = (value: unknown): value is Said =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Member by member, and inside of those that have members of their own. */
const saidBefore = (now: Said, before: Said, after: Said): Said => {
  const known = new Map(Object.entries(now));
  const [was, left] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  for (const name of new Set([...was.keys(), ...left.keys()])) {
    const [a, b, c] = [was.get(name), left.get(name), known.get(name)];
    if (same(a, b) || ofCodes.has(name)) continue;
    if (isRecord(a) && isRecord(b) && isRecord(c)) known.set(name, saidBefore(c, a, b));
    else if (!same(b, c)) continue;
    else if (a === undefined) known.delete(name);
    else known.set(name, a);
  }
  return Object.fromEntries(known);
};

/** Codes go back all or none: of two lists half each would name an offer twice. */
const codesBefore = (now: CartDocument, { before, after }: MergeUndo): readonly string[] => {
  if (before['couponCode'] === undefined || after['couponCode'] === undefined) return codesOf(now);
  const [was, left] = [codesOf(before as CartDocument), codesOf(after as CartDocument)];
  return same(codesOf(now), left) ? was : codesOf(now);
};

/** Lines that stay: those changed since, whatever they belong to, and what a bundle that stays has brought. */
const staying = (now: readonly CartLine[], { undo, left }: MergeUndo): ReadonlySet<string> => {
  const asLeft = new Map(left.map((line) => [line.identifier, line]));
  const current = new Map(now.map((line) => [line.identifier, line]));
  const merged = new Set(undo.map(({ identifier }) => identifier));
  const stays = new Set([...merged].filter((one) => !same(current.get(one), asLeft.get(one))));
  const isKept = (identifier: string): boolean => !merged.has(identifier) || stays.has(identifier);
  for (let before = -1; before < stays.size; ) {
    before = stays.size;
    for (const { identifier, parent, autoAdded } of now) {
      if (parent === null) continue;
      if (isKept(identifier) && merged.has(parent)) stays.add(parent);
      if (autoAdded && isKept(parent) && merged.has(identifier)) stays.add(identifier);
    }
  }
  return stays;
};

export type Undone = {
  readonly document: CartDocument;
  /** Lines that the merge changed and that stay as they are now. */
  readonly stayed: readonly CartLine[];
  /** Of the lines that it brought or raised, one is as it left it. What it took out is no sign: an order leaves that out, too. */
  readonly isUndone: boolean;
  /** Lines that it brought and that leave the cart now, by identifier. */
  readonly taken: ReadonlySet<string>;
};

/** `version`: of the cart that comes of it; with it lines come back. */
export const undoMerge = (now: CartDocument, merge: MergeUndo, version: number): Undone => {
  const stays = staying(now.lines, merge);
  const back = merge.undo.filter(({ identifier }) => !stays.has(identifier));
  const there = new Set(now.lines.map(({ identifier }) => identifier));
  const lines = linesBefore(now.lines, { lines: back }).map((line) =>
    there.has(line.identifier) ? line : { ...line, since: version },
  );
  const said = saidBefore(now, merge.before, merge.after) as CartDocument;
  return {
    document: withCodes({ ...said, lines }, codesBefore(now, merge)),
    stayed: now.lines.filter(({ identifier }) => stays.has(identifier)),
    isUndone: merge.left.length === 0 || merge.left.some(({ identifier }) => !stays.has(identifier)),
    taken: new Set(
      back.flatMap(({ identifier, line }) => (line === null && there.has(identifier) ? [identifier] : [])),
    ),
  };
};

/**
 * Lines of a cart that gave them, as it has them again. What staff gave is in one cart: it comes back with a line that left the other
 * cart, and with no other. A line that the other cart keeps is another one from now on, so that the two can meet again.
 */
export const linesGivenBack = (
  lines: readonly CartLine[],
  { taken, document }: Pick<Undone, 'taken' | 'document'>,
  newIdentifier: () => string,
): readonly CartLine[] => {
  const kept = new Set(document.lines.map(({ identifier }) => identifier));
  const names = new Map(
    lines.map(({ identifier }) => [identifier, kept.has(identifier) ? newIdentifier() : identifier] as const),
  );
  // What a bundle brings left with it, under another name.
  const hasLeft = ({ identifier, autoAdded, parent }: CartLine): boolean =>
    taken.has(autoAdded && parent !== null ? parent : identifier);
  return lines.map((line) => ({
    ...(hasLeft(line) ? line : withoutGiven(line)),
    identifier: names.get(line.identifier) ?? line.identifier,
    parent: line.parent === null ? null : (names.get(line.parent) ?? line.parent),
  }));
};
