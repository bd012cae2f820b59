/**
 * Two carts become one. Quantities follow the strategy; what cannot be had in full is cut and reported, never refused as a
 * whole. What the target had it keeps as it was. The order of lines decides nothing but their order. Pure.
 */
import { type ItemCode, type ItemProblem, itemProblem } from './item-codes.ts';
import { isMuchWrapping } from './line-data-rules.ts';
import { type LineBook, openBook } from './line-book.ts';
import { putLine, type PutOptions } from './put-line.ts';
import { codesOf, withCodes } from '../store/coupon-codes.ts';
import type { CartDocument, CartLine, CartMeta } from '../store/cart-document.ts';
import { likenessesOf, lineKey, lineName, namedByParents, staysAlone } from '../store/line-rules.ts';
import { joins, mergedQuantity, type MergeStrategy } from '../../shared/merge-quantities.ts';
import { compareTexts } from '../../shared/text-order.ts';

export type Shortfall = Readonly<{ key: string; asked: number; kept: number; message: string; code: ItemCode }>;
export type Merged = {
  readonly document: CartDocument;
  /** Lines that were cut; with `kept` 0 those that are not there at all. */
  readonly shortfalls: readonly Shortfall[];
};

/** Keys that mean the same in two carts: a parent is named by its own key, a line that stays alone by its identifier. */
const keysOf = (lines: readonly CartLine[]): ReadonlyMap<string, string> =>
  namedByParents(lines, (line, parent) => `${staysAlone(line) ? line.identifier : ''}${lineKey(line.asked, parent)}`);

type Wish = { readonly source: CartLine; readonly key: string };

/** Parents before their children, else by what they are: who takes the last of a stock depends on no order and no identifier. */
const wishes = (lines: readonly CartLine[]): readonly Wish[] => {
  const keys = keysOf(lines);
  const likenesses = likenessesOf(lines);
  const likenessOf = ({ source }: Wish): string => likenesses.get(source.identifier) ?? '';
  const byIdentifier = new Map(lines.map((line) => [line.identifier, line]));
  const depths = new Map<string, number>();
  const depth = ({ identifier, parent: named }: CartLine): number => {
    const parent = named === null ? undefined : byIdentifier.get(named);
    const found = depths.get(identifier) ?? (parent === undefined ? 0 : 1 + depth(parent));
    depths.set(identifier, found);
    return found;
  };
  return lines
    .filter(({ autoAdded }) => !autoAdded)
    .map((source) => ({ source, key: keys.get(source.identifier) ?? '' }))
    .toSorted(
      (a, b) =>
        depth(a.source) - depth(b.source) ||
        compareTexts(likenessOf(a), likenessOf(b)) ||
        a.source.quantity - b.source.quantity,
    );
};

/** While lines of the source come to the target. */
type Merging = {
  readonly book: LineBook;
  readonly shortfalls: Shortfall[];
  /** Where each line of the source went, by identifiers: children find their parents by it. */
  readonly went: Map<string, string>;
};

/** One line of the source beside `there`, the equal one of the target. */
const mergeLine = (
  { book, shortfalls, went }: Merging,
  { line, there }: { readonly line: CartLine; readonly there: CartLine | undefined },
  strategy: MergeStrategy,
  options: PutOptions,
): void => {
  const quantity = there === undefined ? line.quantity : mergedQuantity(there.quantity, line.quantity, strategy);
  if (there?.quantity === quantity) {
    went.set(line.identifier, there.identifier);
    return;
  }
  const short = (kept: number, { message, code }: ItemProblem): void => {
    shortfalls.push({ key: lineName(line.asked), asked: quantity, kept, message, code });
  };
  const parent = line.parent === null ? null : (went.get(line.parent) ?? null);
  if (line.parent !== null && parent === null) return short(0, itemProblem('parent_not_found'));
  const wanted = there === undefined ? { ...line, since: options.version, parent } : { ...there, quantity };
  const put = putLine(book, wanted, options);
  if ('problem' in put) return short(there?.quantity ?? 0, put.problem);
  const { identifier, quantity: kept } = put.line;
  went.set(line.identifier, identifier);
  if (kept < quantity) short(kept, itemProblem('insufficient_stock', `Only ${kept} can be had.`));
};

const mergeLines = (
  target: readonly CartLine[],
  source: readonly CartLine[],
  strategy: MergeStrategy,
  options: PutOptions,
): { readonly lines: readonly CartLine[]; readonly shortfalls: readonly Shortfall[] } => {
  const own = new Map([...keysOf(target)].map(([identifier, key]) => [key, identifier]));
  const merging: Merging = { book: openBook(target, options.facts), shortfalls: [], went: new Map() };
  for (const { source: line, key } of wishes(source)) {
    const equal = own.get(key);
    const there = equal === undefined ? undefined : merging.book.find(equal);
    mergeLine(merging, { line, there }, strategy, options);
  }
  return { lines: inOrder(merging.book.lines(), target, source), shortfalls: merging.shortfalls };
};

/** The target's lines first, then those that came, in the order in which the source had them. */
const inOrder = (
  lines: readonly CartLine[],
  target: readonly CartLine[],
  source: readonly CartLine[],
): readonly CartLine[] => {
  const place = new Map([...target, ...source].map(({ identifier }, at) => [identifier, at]));
  const placeOf = (line: CartLine): number => place.get(line.identifier) ?? place.get(line.parent ?? '') ?? place.size;
  return lines.toSorted((a, b) => placeOf(a) - placeOf(b));
};

const isUnset = (value: unknown): boolean => value === null || value === '' || value === undefined;

/** What the source says where the target says nothing. */
const vatOf = (vatId: string | null | undefined): Pick<CartMeta, 'vatId'> =>
  vatId === null || vatId === undefined ? {} : { vatId };

const shippingOf = (shipping: CartDocument['shipping']): Pick<CartDocument, 'shipping'> =>
  shipping === undefined ? {} : { shipping };

const filledMeta = (target: CartMeta, source: CartMeta): CartMeta => ({
  ...target,
  // A member that says nothing is left out: carts of earlier versions have none, and a holder of the id may say nothing.
  ...vatOf(target.vatId ?? source.vatId),
  gstin: target.gstin ?? source.gstin,
  shipToGstin: target.shipToGstin ?? source.shipToGstin,
  shipToTradeName: target.shipToTradeName ?? source.shipToTradeName,
  panNo: target.panNo ?? source.panNo,
  comment: isUnset(target.comment) ? source.comment : target.comment,
});

/** What the lines of a cart that is let go are reported as. */
export const letGo = ({ lines }: Pick<CartDocument, 'lines'>, code: ItemCode = 'not_merged'): readonly Shortfall[] =>
  lines
    .filter(({ autoAdded }) => !autoAdded)
    .map(({ asked, quantity }) => ({ key: lineName(asked), asked: quantity, kept: 0, ...itemProblem(code) }));

const mergedWrapping = (target: CartDocument, source: CartDocument): CartDocument['giftDetails'] => {
  const both = { ...source.giftDetails, ...target.giftDetails };
  return isMuchWrapping(both) ? target.giftDetails : both;
};

/** The source's lines in place of the target's; what the target alone had is reported as let go. */
const insteadOf = (target: CartDocument, source: CartDocument, options: PutOptions): Merged => {
  const come = new Set(keysOf(source.lines).values());
  const own = keysOf(target.lines);
  const gone = target.lines.filter(({ identifier }) => !come.has(own.get(identifier) ?? ''));
  const emptied = withCodes({ ...target, lines: [] }, codesOf(source.couponCode === null ? target : source));
  const { document, shortfalls } = mergeDocuments(emptied, source, 'keep_guest', options);
  return { document, shortfalls: [...letGo({ lines: gone }), ...shortfalls] };
};

export const mergeDocuments = (
  target: CartDocument,
  source: CartDocument,
  strategy: MergeStrategy,
  options: PutOptions,
): Merged => {
  if (!joins(strategy, target.lines.length)) return { document: target, shortfalls: letGo(source) };
  if (strategy === 'keep_guest' && target.lines.length > 0 && source.lines.length > 0) {
    return insteadOf(target, source, options);
  }
  const { lines, shortfalls } = mergeLines(target.lines, source.lines, strategy, options);
  const document: CartDocument = {
    ...target,
    lines,
    giftDetails: mergedWrapping(target, source),
    giftChoices: { ...source.giftChoices, ...target.giftChoices },
    meta: filledMeta(target.meta, source.meta),
    orderType: target.orderType ?? source.orderType,
    ...shippingOf(target.shipping ?? source.shipping),
  };
  return { document: withCodes(document, codesOf(target.couponCode === null ? source : target)), shortfalls };
};
