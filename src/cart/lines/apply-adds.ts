/** Adding items to a cart, by intent: what is there already grows. An item that cannot be added fails alone. Pure. */
import { type CartFacts, configurationOf, mostLinesOf } from './cart-facts.ts';
import type { ItemOutcome, WantedItem } from './cart-intent.ts';
import { itemProblem, type ItemProblem } from './item-codes.ts';
import { type LineBook, openBook } from './line-book.ts';
import { type Put, putLine, type PutOptions, type Refused } from './put-line.ts';
import { askedItem, parentOf, placeItem } from './resolve-item.ts';
import { LINES_A_TURN } from './resolve-line.ts';
import { wishRefused, withGiven } from './staff-given-rules.ts';
import type { CartLine, StoredCart } from '../store/cart-document.ts';
import { isQuantity, lineIdentifier, newLine } from '../store/line-rules.ts';
import type { RandomBytes } from '../../shared/identifiers.ts';
import { inSlices } from '../../shared/slices.ts';

export type AddTo = {
  /** Of the cart's configuration. */
  readonly slug: string;
  /** Version that the cart will have. */
  readonly version: number;
  readonly facts: CartFacts;
  readonly newIdentifier: () => string;
};
export type Applied = { readonly lines: readonly CartLine[]; readonly outcomes: readonly ItemOutcome[] };

export const refusedOutcome = (
  { name, itemId, size }: Pick<WantedItem, 'name' | 'itemId' | 'size'>,
  { code, message }: ItemProblem,
  slug: string,
): ItemOutcome => ({ name, success: false, message, errorCode: code, itemId, size, storeId: null, slug });

/** Lines that go to this cart, or to the one that it will be. */
export const putTo = (
  { random }: { readonly random: RandomBytes },
  facts: CartFacts,
  cart: Pick<StoredCart, 'version'> | undefined,
  slug: string,
): AddTo => ({ slug, version: (cart?.version ?? 0) + 1, facts, newIdentifier: lineIdentifier(random) });

export const putOptions = (to: AddTo, quantities: PutOptions['quantities']): PutOptions => ({
  facts: to.facts,
  newIdentifier: to.newIdentifier,
  version: to.version,
  mostLines: mostLinesOf(configurationOf(to.facts, to.slug), to.facts.quotas),
  kind: configurationOf(to.facts, to.slug),
  quantities,
});

type Added = Put & { readonly outcome: ItemOutcome };

const addOne = (wanted: WantedItem, to: AddTo, book: LineBook): Added | Refused => {
  if (!isQuantity(wanted.quantity)) return { problem: itemProblem('quantity_invalid') };
  const placed = placeItem(wanted, to.facts);
  if ('problem' in placed) return placed;
  const asked = askedItem(wanted, placed);
  const problem = wishRefused(asked, undefined, to.facts);
  if (problem !== undefined) return { problem };
  const fresh = newLine({
    identifier: to.newIdentifier(),
    quantity: wanted.quantity,
    asked,
    alone: wanted.alone,
    since: to.version,
  });
  const parent = parentOf(book, wanted.parent);
  if (parent === undefined) return { problem: itemProblem('parent_not_found') };
  const equal = wanted.alone ? undefined : book.equal(asked, parent);
  const line = equal === undefined ? { ...fresh, parent } : { ...equal, quantity: equal.quantity + wanted.quantity };
  const put = putLine(book, withGiven(line, to.facts.byStaff), putOptions(to, 'exact'));
  if ('problem' in put) return put;
  const { itemId, size } = placed;
  const outcome: ItemOutcome = {
    name: wanted.name,
    success: true,
    message: 'Product has been added to your cart',
    errorCode: null,
    itemId,
    size,
    storeId: put.article.storeId,
    slug: to.slug,
  };
  return { ...put, outcome };
};

export const applyAdds = async (
  lines: readonly CartLine[],
  wanted: readonly WantedItem[],
  to: AddTo,
): Promise<Applied> => {
  const book = openBook(lines, to.facts);
  const outcomes = await inSlices(wanted, LINES_A_TURN, (item) => {
    const added = addOne(item, to, book);
    return 'problem' in added ? refusedOutcome(item, added.problem, to.slug) : added.outcome;
  });
  return { lines: book.lines(), outcomes };
};
