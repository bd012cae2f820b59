/**
 * Who may have the prices of a list. A list is asked for by its name, so knowing the name must not be enough: the shop's own
 * people may always give one, others only where the application's settings name them. Pure.
 */
import type { CartLine } from '../store/cart-document.ts';
import type { CartSettings } from '../../contract/applications/cart-settings-contract.ts';
import { ownEntry } from '../../shared/own-entry.ts';

export type ListHolder = { readonly groups: readonly string[] };
export type MayUseList = (list: string) => boolean;

export const listsFor =
  ({ price_lists: lists }: Pick<CartSettings, 'price_lists'>, { groups }: ListHolder): MayUseList =>
  (list) => {
    const whom = ownEntry(lists, list);
    if (whom === undefined) return false;
    const { everyone = false, customer_groups: named = [] } = whom;
    return everyone || named.some((group) => groups.includes(group));
  };

/** The list that the line is priced by now: the one it asks for, if its holder may have it or staff gave it for so many units. */
export const heldList = ({ asked, quantity, listGiven = 0 }: CartLine, mayUse: MayUseList): string | null =>
  asked.priceList !== null && (quantity <= listGiven || mayUse(asked.priceList)) ? asked.priceList : null;
