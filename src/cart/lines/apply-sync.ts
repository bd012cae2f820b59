/**
 * The whole cart as a caller wants it, in absolute quantities. With the version he changed it is three-way: what came into
 * the cart after that he cannot have seen, so it stays. Quantities that cannot be had are cut and said so. Pure.
 */
import { type AddTo, putOptions, refusedOutcome } from './apply-adds.ts';
import type { ItemOutcome, WantedItem } from './cart-intent.ts';
import { itemProblem } from './item-codes.ts';
import { type LineBook, openBook } from './line-book.ts';
import { type Put, putLine, type Refused } from './put-line.ts';
import { askedItem, parentOf, placeItem } from './resolve-item.ts';
import { LINES_A_TURN } from './resolve-line.ts';
import { wishRefused, withGiven } from './staff-given-rules.ts';
import type { CartLine } from '../store/cart-document.ts';
import { newLine } from '../store/line-rules.ts';
import { inSlices } from '../../shared/slices.ts';

export type SyncWanted = {
  readonly items: readonly WantedItem[];
  /** Null: the cart becomes the items. */
  readonly baseVersion: number | null;
  /** Identifiers of lines that are to go. */
  readonly removed: ReadonlySet<string>;
  /** The cart becomes the items even where that leaves nothing of it. */
  readonly replaces: boolean;
  /** Identifiers of gifts, which pricing makes: a caller who sends back what he read sends them too. */
  readonly gifts: ReadonlySet<string>;
};
export type Synced = { readonly lines: readonly CartLine[]; readonly outcomes: readonly ItemOutcome[] };

type Matched = { readonly item: WantedItem; readonly line: CartLine | undefined };

/** Each item with the line it is: by identifier, else by being the same. A line is one item's only. */
const matchItems = (lines: readonly CartLine[], items: readonly WantedItem[], to: AddTo): readonly Matched[] => {
  const [all, free] = [openBook(lines, to.facts), openBook(lines, to.facts)];
  const take = (line: CartLine | undefined): CartLine | undefined => {
    if (line !== undefined) free.remove(line.identifier);
    return line;
  };
  const named = items.map((item) => ({
    item,
    line: take(item.identifier === null ? undefined : free.find(item.identifier)),
  }));
  return named.map(({ item, line }) => {
    if (line !== undefined) return { item, line };
    const placed = placeItem(item, to.facts);
    const parent = parentOf(all, item.parent);
    if ('problem' in placed || parent === undefined || item.alone) return { item, line: undefined };
    return { item, line: take(free.equal(askedItem(item, placed), parent)) };
  });
};

const keeps = (line: CartLine, { baseVersion, removed }: SyncWanted, matched: ReadonlySet<string>): boolean => {
  // What a bundle brought goes with its bundle, and never alone.
  if (line.autoAdded) return true;
  if (removed.has(line.identifier)) return false;
  return matched.has(line.identifier) || (baseVersion !== null && line.since > baseVersion);
};

const lineFor = (book: LineBook, item: WantedItem, to: AddTo): CartLine | Refused => {
  const placed = placeItem(item, to.facts);
  if ('problem' in placed) return placed;
  const parent = parentOf(book, item.parent);
  if (parent === undefined) return { problem: itemProblem('parent_not_found') };
  const asked = askedItem(item, placed);
  const problem = wishRefused(asked, undefined, to.facts);
  if (problem !== undefined) return { problem };
  const { quantity, alone } = item;
  return newLine({ identifier: to.newIdentifier(), quantity, asked, parent, alone, since: to.version });
};

const put = (book: LineBook, { item, line }: Matched, to: AddTo): Put | Refused => {
  const wanted = line === undefined ? lineFor(book, item, to) : { ...line, quantity: item.quantity };
  if ('problem' in wanted) return wanted;
  return putLine(book, withGiven(wanted, to.facts.byStaff), putOptions(to, 'clamp'));
};

const syncOne = (book: LineBook, matched: Matched, to: AddTo): ItemOutcome => {
  const { item, line } = matched;
  const { slug } = to;
  const { name, itemId, size, quantity } = item;
  const fine = { name, success: true, errorCode: null, itemId, size, storeId: null, slug };
  if (line?.autoAdded === true || line?.quantity === quantity) return { ...fine, message: '' };
  if (quantity === 0) {
    if (line !== undefined) book.removeFamily(line.identifier);
    return { ...fine, message: 'Item removed from cart' };
  }
  const done = put(book, matched, to);
  if ('problem' in done) return refusedOutcome(item, done.problem, slug);
  const kept = done.line.quantity;
  return kept === quantity
    ? { ...fine, message: 'Item updated in the cart', storeId: done.article.storeId }
    : refusedOutcome(item, itemProblem('insufficient_stock', `Only ${kept} can be had.`), slug);
};

export const applySync = async (lines: readonly CartLine[], wanted: SyncWanted, to: AddTo): Promise<Synced> => {
  const items = wanted.items.filter(({ identifier }) => identifier === null || !wanted.gifts.has(identifier));
  const matched = matchItems(lines, items, to).filter(
    ({ line }) => line === undefined || !wanted.removed.has(line.identifier),
  );
  const kept = new Set(matched.flatMap(({ line }) => (line === undefined ? [] : [line.identifier])));
  const book = openBook(lines, to.facts);
  for (const line of lines) if (!keeps(line, wanted, kept)) book.removeFamily(line.identifier);
  const outcomes = await inSlices(matched, LINES_A_TURN, (one) => syncOne(book, one, to));
  const left = book.lines();
  const isAllRefused = outcomes.length > 0 && outcomes.every(({ success }) => !success);
  if (left.length > 0 || !isAllRefused || wanted.replaces) return { lines: left, outcomes };
  // Nobody asked for an empty cart: goods that are sold out or misspelt do not cost him those that he had.
  const before = openBook(lines, to.facts);
  for (const identifier of wanted.removed) before.removeFamily(identifier);
  return { lines: before.lines(), outcomes };
};
