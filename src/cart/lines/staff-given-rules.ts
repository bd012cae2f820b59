/**
 * What only staff may give a line: a price list of their choice, and a sale over the counter. Either holds for as many units as
 * they put on the line; with more of them the line is like any other, until staff change it. Pure.
 */
import type { CartFacts } from './cart-facts.ts';
import { itemProblem, type ItemProblem } from './item-codes.ts';
import type { AskedItem, CartLine } from '../store/cart-document.ts';

/** Why a caller may not ask for this. Of a list that is not for him he is told the same as of one that is not there. */
export const wishRefused = (
  { priceList, pos }: AskedItem,
  before: AskedItem | undefined,
  { byStaff, context }: CartFacts,
): ItemProblem | undefined => {
  if (byStaff) return undefined;
  if (pos && before?.pos !== true) return itemProblem('pos_not_allowed');
  const hasList = priceList === null || priceList === before?.priceList || context.mayUse(priceList);
  return hasList ? undefined : itemProblem('price_list_unknown');
};

export const withGiven = (line: CartLine, byStaff: boolean): CartLine => {
  const { asked, quantity } = line;
  if (!byStaff || (asked.priceList === null && !asked.pos)) return line;
  return {
    ...line,
    ...(asked.priceList === null ? {} : { listGiven: quantity }),
    ...(asked.pos ? { counterGiven: quantity } : {}),
  };
};
