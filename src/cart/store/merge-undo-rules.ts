/**
 * What a merge changed in the cart that took the lines, and taking that back. What is still as the merge left it becomes what it was;
 * what was changed since stays as it is, so that nothing anybody did is lost. Pure.
 */
import type { CartDocument, CartLine } from './cart-document.ts';
import { commandOf } from './cart-history.ts';
import type { CartUndo } from './cart-record-store.ts';
import { linesBefore } from './cart-version-rules.ts';

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
  return {
    undo: undo?.lines ?? [],
    left: after.lines.filter(({ identifier }) => changed.has(identifier)),
    before: picked(before, members),
    after: picked(after, members),
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
    if (same(a, b)) continue;
    if (isRecord(a) && isRecord(b) && isRecord(c)) known.set(name, saidBefore(c, a, b));
    else if (!same(b, c)) continue;
    else if (a === undefined) known.delete(name);
    else known.set(name, a);
  }
  return Object.fromEntries(known);
};

/** Lines that stay: those changed since, and whatever they belong to. */
const staying = (now: readonly CartLine[], { undo, left }: MergeUndo): ReadonlySet<string> => {
  const asLeft = new Map(left.map((line) => [line.identifier, line]));
  const current = new Map(now.map((line) => [line.identifier, line]));
  const merged = new Set(undo.map(({ identifier }) => identifier));
  const stays = new Set([...merged].filter((one) => !same(current.get(one), asLeft.get(one))));
  const isKept = ({ identifier }: CartLine): boolean => !merged.has(identifier) || stays.has(identifier);
  for (let before = -1; before < stays.size; ) {
    before = stays.size;
    for (const { parent } of now.filter(isKept)) if (parent !== null && merged.has(parent)) stays.add(parent);
  }
  return stays;
};

export type Undone = {
  readonly document: CartDocument;
  /** Lines that the merge changed and that stay as they are now. */
  readonly stayed: readonly CartLine[];
  /** Of all that it changed in lines, something is as it left it. */
  readonly isUndone: boolean;
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
    document: { ...said, lines },
    stayed: now.lines.filter(({ identifier }) => stays.has(identifier)),
    isUndone: merge.undo.length === 0 || back.length > 0,
  };
};
