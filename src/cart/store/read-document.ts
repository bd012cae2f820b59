/** A stored document as today's program reads it, whatever program wrote it. Pure. */
import type { CartDocument, CartLine } from './cart-document.ts';

/** Lines that are their own ancestors: walking up from each of them leads back to it. */
const circling = (lines: readonly CartLine[]): ReadonlySet<string> => {
  const parents = new Map(lines.map(({ identifier, parent }) => [identifier, parent]));
  const leadsBack = ({ identifier }: CartLine): boolean => {
    const seen = new Set<string>();
    for (let at = parents.get(identifier) ?? null; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
      if (at === identifier) return true;
      seen.add(at);
    }
    return false;
  };
  return new Set(lines.filter((line) => line.parent !== null && leadsBack(line)).map(({ identifier }) => identifier));
};

/** Lines that belong to each other in a circle stand for themselves; what a bundle brought goes on following its bundle. */
export const withoutCircles = (lines: readonly CartLine[]): readonly CartLine[] => {
  if (lines.every(({ parent }) => parent === null)) return lines;
  const circle = circling(lines);
  if (circle.size === 0) return lines;
  return lines.map((line) => (circle.has(line.identifier) && !line.autoAdded ? { ...line, parent: null } : line));
};

/** What is stored may be older than a member of it. */
type StoredDocument = Omit<CartDocument, 'orderType'> & Partial<Pick<CartDocument, 'orderType'>>;

export const readDocument = (document: StoredDocument): CartDocument => ({
  ...document,
  lines: withoutCircles(document.lines),
  orderType: document.orderType ?? null,
});
