/** What a cart held at an earlier version: its changes are taken back one after the other. Pure. */
import type { CartDocument, CartLine } from './cart-document.ts';
import type { CartUndo, HistoryEntry } from './cart-record-store.ts';

const sameOrder = (a: readonly CartLine[], b: readonly CartLine[]): boolean =>
  a.length === b.length && a.every(({ identifier }, at) => identifier === b[at]?.identifier);

/** Lines that were there before, at their places; those that were not are taken out. */
const linesBefore = (after: readonly CartLine[], { lines, order }: CartUndo): readonly CartLine[] => {
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

/** What takes a change of the lines and of the code back. */
export const undoOf = (
  before: Pick<CartDocument, 'lines' | 'couponCode'>,
  after: Pick<CartDocument, 'lines' | 'couponCode'>,
  changed: ReadonlySet<string>,
): CartUndo => {
  const places = new Map(before.lines.map((line, at) => [line.identifier, { line, at }]));
  const lines = [...changed].map((identifier) => {
    const { line = null, at = 0 } = places.get(identifier) ?? {};
    return { identifier, line, at };
  });
  const code = before.couponCode === after.couponCode ? {} : { couponCode: before.couponCode };
  const isEnough = sameOrder(linesBefore(after.lines, { lines }), before.lines);
  return {
    lines,
    ...code,
    ...(isEnough ? {} : { order: before.lines.map(({ identifier }) => identifier) }),
  };
};

/** Undefined: what would have to be taken back is not kept. */
export const documentAt = (
  now: { readonly version: number; readonly document: CartDocument },
  /** Newest first, down to the one behind the version. */
  later: readonly Pick<HistoryEntry, 'version' | 'lines' | 'members' | 'undo'>[],
  version: number,
): CartDocument | undefined => {
  let { document } = now;
  let at = now.version;
  for (const { version: made, undo, lines, members } of later) {
    if (made !== at || (undo === undefined && (lines.length > 0 || members.includes('couponCode')))) return undefined;
    if (undo !== undefined) {
      const { couponCode = document.couponCode } = undo;
      document = { ...document, lines: linesBefore(document.lines, undo), couponCode };
    }
    at = made - 1;
    if (at === version) return document;
  }
  return at === version ? document : undefined;
};
