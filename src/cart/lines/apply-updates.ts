/** Changing and removing lines that are there. A line that is not found, or cannot be as wanted, fails alone. Pure. */
import type { ItemOutcome, WantedChange } from './cart-intent.ts';
import { type ItemProblem, itemProblem } from './item-codes.ts';
import { type LineBook, openBook } from './line-book.ts';
import { putLine, type PutOptions, type Refused } from './put-line.ts';
import { parentOf } from './resolve-item.ts';
import { LINES_A_TURN } from './resolve-line.ts';
import { wishRefused, withGiven } from './staff-given-rules.ts';
import type { AskedItem, CartLine } from '../store/cart-document.ts';
import { givenStill, inShownOrder, lineKey, staysAlone, withoutGiven } from '../store/line-rules.ts';
import { once } from '../../shared/once.ts';
import { inSlices } from '../../shared/slices.ts';

export type Operation = 'update_item' | 'remove_item';
export type Updated = { readonly lines: readonly CartLine[]; readonly outcomes: readonly ItemOutcome[] };

const agrees = ({ asked }: CartLine, { itemId, size }: WantedChange): boolean =>
  (itemId === null || asked.itemId === itemId) && (size === null || asked.size === size);

/** By identifier, else by article or by product and size. What was named and does not fit is not guessed. */
const findLine = (book: LineBook, { identifier, article, itemId, size }: WantedChange): CartLine | undefined => {
  if (identifier !== null) return book.find(identifier);
  const byArticle = article === null ? undefined : book.ofArticle(article);
  return byArticle ?? (itemId === null ? undefined : book.ofItem(itemId, size));
};

type One = { readonly message: string; readonly storeId: number | null };

const removeOne = (book: LineBook, line: CartLine): One | Refused => {
  if (line.autoAdded) return { problem: itemProblem('line_follows_parent') };
  book.removeFamily(line.identifier);
  return { message: 'Item removed from cart', storeId: null };
};

const changedAsked = (asked: AskedItem, { size, set }: WantedChange): AskedItem => {
  const resized = size !== null && size !== asked.size;
  // An article belongs to one size: with another size the choice is open again.
  return { ...asked, ...set, ...(resized ? { size, articleId: null } : {}) };
};

const asking = (line: CartLine, asked: AskedItem): CartLine => ({
  ...withoutGiven(line),
  ...givenStill(asked, line),
  asked,
});

/** The line with its changes; added to an equal one where there is one. */
const changeOne = (book: LineBook, line: CartLine, wanted: WantedChange, options: PutOptions): One | Refused => {
  const parent = wanted.parent === null ? line.parent : parentOf(book, wanted.parent);
  if (parent === undefined) return { problem: itemProblem('parent_not_found') };
  if (parent !== null && book.familyOf(line.identifier).has(parent)) {
    return { problem: itemProblem('parent_is_child') };
  }
  const asked = changedAsked(line.asked, wanted);
  const problem = wishRefused(asked, line.asked, options.facts);
  if (problem !== undefined) return { problem };
  const given = (one: CartLine): CartLine => withGiven(one, options.facts.byStaff);
  const quantity = wanted.quantity ?? line.quantity;
  const alone = line.alone || wanted.alone;
  const same = lineKey(asked, parent) === lineKey(line.asked, line.parent);
  const equal = same || staysAlone({ ...line, alone }) ? undefined : book.equal(asked, parent, line);
  const put =
    equal === undefined
      ? putLine(book, given({ ...asking(line, asked), parent, alone, quantity }), options)
      : putLine(book, given({ ...equal, quantity: equal.quantity + quantity }), options, line);
  if ('problem' in put) return put;
  const message = same && quantity !== line.quantity ? 'Quantity of item updated' : 'Item updated in the cart';
  return { message, storeId: put.article.storeId };
};

const isNothing = (line: CartLine, wanted: WantedChange): boolean => {
  const asked = changedAsked(line.asked, wanted);
  return (
    (wanted.quantity ?? line.quantity) === line.quantity &&
    wanted.parent === null &&
    (!wanted.alone || line.alone) &&
    lineKey(asked, line.parent) === lineKey(line.asked, line.parent) &&
    JSON.stringify(asked.extraMeta) === JSON.stringify(line.asked.extraMeta)
  );
};

const updateOne = (book: LineBook, wanted: WantedChange, operation: Operation, options: PutOptions): One | Refused => {
  const isRemoval = operation === 'remove_item' || wanted.quantity === 0;
  if (wanted.giftOf !== null) {
    return isRemoval ? { message: 'Gift declined', storeId: null } : { problem: itemProblem('line_is_gift') };
  }
  const line = findLine(book, wanted);
  if (line === undefined) return { problem: itemProblem('line_not_found') };
  if (isRemoval) return removeOne(book, line);
  if (isNothing(line, wanted)) return { message: 'Nothing updated', storeId: null };
  if (line.autoAdded) return { problem: itemProblem('line_follows_parent') };
  return changeOne(book, line, wanted, options);
};

const outcomeOf = (wanted: WantedChange, one: One | Refused, slug: string): ItemOutcome => {
  const { name, itemId, size } = wanted;
  const failed: ItemProblem | null = 'problem' in one ? one.problem : null;
  return {
    name,
    success: failed === null,
    message: 'problem' in one ? one.problem.message : one.message,
    errorCode: failed?.code ?? null,
    itemId,
    size,
    storeId: 'problem' in one ? null : one.storeId,
    slug,
  };
};

/**
 * Indexes count the lines as the caller saw them, so they are turned into lines before anything changes. One that fits none
 * of those, nor a gift, is null: on the lines that are left it might fit another.
 */
const withIdentifier = (shown: () => readonly CartLine[], wanted: WantedChange): WantedChange | null => {
  if (wanted.giftOf !== null || wanted.identifier !== null || wanted.index === null) return wanted;
  const line = shown()[wanted.index];
  return line === undefined || !agrees(line, wanted) ? null : { ...wanted, identifier: line.identifier };
};

export const applyUpdates = async (
  lines: readonly CartLine[],
  {
    operation,
    wanted,
    slug,
  }: { readonly operation: Operation; readonly wanted: readonly WantedChange[]; readonly slug: string },
  options: PutOptions,
): Promise<Updated> => {
  const book = openBook(lines, options.facts);
  const shown = once(() => inShownOrder(lines));
  const outcomes = await inSlices(wanted, LINES_A_TURN, (one) => {
    const named = withIdentifier(shown, one);
    const done =
      named === null ? { problem: itemProblem('line_not_found') } : updateOne(book, named, operation, options);
    return outcomeOf(one, done, slug);
  });
  return { lines: book.lines(), outcomes };
};
