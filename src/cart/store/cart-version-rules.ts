/** What a cart held at an earlier version: its changes are taken back one after the other. Pure. */
import type { CartDocument, CartLine } from './cart-document.ts';
import type { CartUndo, HistoryEntry } from './cart-record-store.ts';
import { type Coded, codesOf, withCodes } from './coupon-codes.ts';

const sameOrder = (a: readonly CartLine[], b: readonly CartLine[]): boolean =>
  a.length === b.length && a.every(({ identifier }, at) => identifier === b[at]?.identifier);

/** Lines that were there before, at their places; those that were not are taken out. */
export const linesBefore = (after: readonly CartLine[], { lines, order }: CartUndo): readonly CartLine[] => {
  const changed = new Set(lines.map(({ identifier }) => identifier));
  const was = lines.flatMap(({ line, at }) => (line === null ? [] : [{ line, at }]));
  const kept = after.filter(({ identifier }) => !changed.has(identifier));
  if (order !== undefined) {
    const known = new Map([...kept, ...was.map(({ line }) => line)].map((line) => [line.identifier, line]));
    return order.flatMap((identifier) => known.get(identifier) ?? []);
  }
  const before = [...kept];
  for (const { line, at } of was.toSorted((a, b) => a.at - b.at)) before.splice(at, 0, line);
  return before;
};

const sameCodes = (a: Coded, b: Coded): boolean => JSON.stringify(codesOf(a)) === JSON.stringify(codesOf(b));

type Undone = Coded & Pick<CartDocument, 'lines'>;

/** What takes a change of the lines and of the codes back. */
export const undoOf = (before: Undone, after: Undone, changed: ReadonlySet<string>): CartUndo => {
  const places = new Map(before.lines.map((line, at) => [line.identifier, { line, at }]));
  const lines = [...changed].map((identifier) => {
    const { line = null, at = 0 } = places.get(identifier) ?? {};
    return { identifier, line, at };
  });
  const isEnough = sameOrder(linesBefore(after.lines, { lines }), before.lines);
  return {
    lines,
    ...(sameCodes(before, after) ? {} : { codes: codesOf(before) }),
    ...(isEnough ? {} : { order: before.lines.map(({ identifier }) => identifier) }),
  };
};

/** What else a command changed that it takes back. */
export const ofCodes: ReadonlySet<string> = new Set(['couponCode', 'moreCodes']);

/** Before its last command. Undefined: this was not its last, or what would have to be taken back is not kept. */
export const documentBefore = (
  { version, document }: { readonly version: number; readonly document: CartDocument },
  { version: made, undo, lines, members }: Pick<HistoryEntry, 'version' | 'lines' | 'members' | 'undo'>,
): CartDocument | undefined => {
  if (made !== version) return undefined;
  if (undo !== undefined) {
    const { codes = codesOf(document) } = undo;
    return withCodes({ ...document, lines: linesBefore(document.lines, undo) }, codes);
  }
  return lines.length === 0 && !members.some((member) => ofCodes.has(member)) ? document : undefined;
};
