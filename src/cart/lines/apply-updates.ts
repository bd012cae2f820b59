/** Changing and removing lines that are there. A line that is not found, or cannot be as wanted, fails alone. Pure. */
import type { ItemOutcome, WantedChange } from './cart-intent.ts';
import { type ItemProblem, itemProblem } from './item-codes.ts';
import { putLine, type PutOptions, type Refused } from './put-line.ts';
import { parentOf } from './resolve-item.ts';
import { wishRefused, withGiven } from './staff-given-rules.ts';
import type { AskedItem, CartLine } from '../store/cart-document.ts';
import { equalLine, familyOf, inShownOrder, lineKey, staysAlone, withoutLine } from '../store/line-rules.ts';

export type Operation = 'update_item' | 'remove_item';
export type Updated = { readonly lines: readonly CartLine[]; readonly outcomes: readonly ItemOutcome[] };

const agrees = ({ asked }: CartLine, { itemId, size }: WantedChange): boolean =>
  (itemId === null || asked.itemId === itemId) && (size === null || asked.size === size);

/** By identifier, else by place, else by article or by product and size. What was named and does not fit is not guessed. */
const findLine = (lines: readonly CartLine[], wanted: WantedChange): CartLine | undefined => {
  if (wanted.identifier !== null) return lines.find(({ identifier }) => identifier === wanted.identifier);
  if (wanted.index !== null) {
    const line = inShownOrder(lines)[wanted.index];
    return line !== undefined && agrees(line, wanted) ? line : undefined;
  }
  const byArticle = lines.find(({ articleUid }) => articleUid === wanted.article);
  return byArticle ?? (wanted.itemId === null ? undefined : lines.find((line) => agrees(line, wanted)));
};

type One = { readonly lines: readonly CartLine[]; readonly message: string; readonly storeId: number | null };

const removeOne = (lines: readonly CartLine[], line: CartLine): One | Refused =>
  line.autoAdded
    ? { problem: itemProblem('line_follows_parent') }
    : { lines: withoutLine(lines, line.identifier), message: 'Item removed from cart', storeId: null };

const changedAsked = (asked: AskedItem, { size, set }: WantedChange): AskedItem => {
  const resized = size !== null && size !== asked.size;
  // An article belongs to one size: with another size the choice is open again.
  return { ...asked, ...set, ...(resized ? { size, articleId: null } : {}) };
};

/** Without a line that an equal one takes in: what it brought goes, what belongs to it belongs to the equal one. */
const joined = (lines: readonly CartLine[], line: CartLine, equal: CartLine): readonly CartLine[] =>
  lines
    .filter((one) => one !== line && !(one.autoAdded && one.parent === line.identifier))
    .map((one) => (one.parent === line.identifier ? { ...one, parent: equal.identifier } : one));

/** The line with its changes; added to an equal one where there is one. */
const changeOne = (
  lines: readonly CartLine[],
  line: CartLine,
  wanted: WantedChange,
  options: PutOptions,
): One | Refused => {
  const parent = wanted.parent === null ? line.parent : parentOf(lines, wanted.parent);
  if (parent === undefined) return { problem: itemProblem('parent_not_found') };
  if (parent !== null && familyOf(lines, line.identifier).has(parent)) {
    return { problem: itemProblem('parent_is_child') };
  }
  const asked = changedAsked(line.asked, wanted);
  const problem = wishRefused(asked, line.asked, options.facts);
  if (problem !== undefined) return { problem };
  const given = (one: CartLine): CartLine => withGiven(one, options.facts.byStaff);
  const quantity = wanted.quantity ?? line.quantity;
  const alone = line.alone || wanted.alone;
  const same = lineKey(asked, parent) === lineKey(line.asked, line.parent);
  const others = lines.filter((one) => one !== line);
  const equal = same || staysAlone({ ...line, alone }) ? undefined : equalLine(others, asked, parent);
  const put =
    equal === undefined
      ? putLine(lines, given({ ...line, asked, parent, alone, quantity }), options)
      : putLine(joined(lines, line, equal), given({ ...equal, quantity: equal.quantity + quantity }), options);
  if ('problem' in put) return put;
  const message = same && quantity !== line.quantity ? 'Quantity of item updated' : 'Item updated in the cart';
  return { lines: put.lines, message, storeId: put.article.storeId };
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

const updateOne = (
  lines: readonly CartLine[],
  wanted: WantedChange,
  operation: Operation,
  options: PutOptions,
): One | Refused => {
  const isRemoval = operation === 'remove_item' || wanted.quantity === 0;
  if (wanted.giftOf !== null) {
    return isRemoval ? { lines, message: 'Gift declined', storeId: null } : { problem: itemProblem('line_is_gift') };
  }
  const line = findLine(lines, wanted);
  if (line === undefined) return { problem: itemProblem('line_not_found') };
  if (isRemoval) return removeOne(lines, line);
  if (isNothing(line, wanted)) return { lines, message: 'Nothing updated', storeId: null };
  if (line.autoAdded) return { problem: itemProblem('line_follows_parent') };
  return changeOne(lines, line, wanted, options);
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
const withIdentifier = (lines: readonly CartLine[], wanted: WantedChange): WantedChange | null => {
  if (wanted.giftOf !== null || wanted.identifier !== null || wanted.index === null) return wanted;
  const identifier = findLine(lines, wanted)?.identifier;
  return identifier === undefined ? null : { ...wanted, identifier };
};

export const applyUpdates = (
  lines: readonly CartLine[],
  {
    operation,
    wanted,
    slug,
  }: { readonly operation: Operation; readonly wanted: readonly WantedChange[]; readonly slug: string },
  options: PutOptions,
): Updated => {
  let current = lines;
  const outcomes = wanted.map((one) => {
    const named = withIdentifier(lines, one);
    const done =
      named === null ? { problem: itemProblem('line_not_found') } : updateOne(current, named, operation, options);
    if (!('problem' in done)) current = done.lines;
    return outcomeOf(one, done, slug);
  });
  return { lines: current, outcomes };
};
