/** Finds which changes mean a gift. A gift is no stored line: only the priced cart knows it, so it is priced when one may be meant. */
import type { CartAsk } from '../call/cart-ask.ts';
import type { CartShop } from '../call/cart-shop.ts';
import type { ItemOutcome, WantedChange } from '../lines/cart-intent.ts';
import { loadPricedCart } from '../price/load-priced-cart.ts';
import type { CartLine, GiftChoice, StoredCart } from '../store/cart-document.ts';

const isOwn = (lines: readonly CartLine[], { identifier, index }: WantedChange): boolean => {
  if (identifier !== null) return lines.some((line) => line.identifier === identifier);
  return index === null || index < lines.length;
};

export const withGifts = async (
  shop: CartShop,
  cart: StoredCart | undefined,
  ask: CartAsk,
  wanted: readonly WantedChange[],
): Promise<readonly WantedChange[]> => {
  const own = cart?.document.lines ?? [];
  if (cart === undefined || own.length === 0 || wanted.every((one) => isOwn(own, one))) return wanted;
  const { lines } = await loadPricedCart(shop, cart, { ...ask, kind: cart });
  return wanted.map((one) => {
    if (isOwn(own, one)) return one;
    const line =
      one.identifier === null ? lines[one.index ?? -1] : lines.find(({ identifier }) => identifier === one.identifier);
    return { ...one, giftOf: line?.priced?.gift?.offerId ?? null };
  });
};

/** Gifts that were taken out, as the choices to be stored. */
export const declinedGifts = (
  wanted: readonly WantedChange[],
  outcomes: readonly ItemOutcome[],
): Readonly<Record<string, GiftChoice>> =>
  Object.fromEntries(
    wanted.flatMap(({ giftOf }, at) =>
      giftOf === null || outcomes[at]?.success !== true
        ? []
        : [[giftOf, { declined: true, itemId: null, size: null }] as const],
    ),
  );
