/** Finds which changes mean a gift. A gift is no stored line: only the priced cart knows it, so it is priced when one may be meant. */
import type { CartAsk } from '../call/cart-ask.ts';
import type { CartShop } from '../call/cart-shop.ts';
import type { ItemOutcome, WantedChange } from '../lines/cart-intent.ts';
import { loadPricedCart } from '../price/load-priced-cart.ts';
import type { CartLine, GiftChoice, StoredCart } from '../store/cart-document.ts';

/** Whether a change means one of these lines. */
const among = (lines: readonly CartLine[]): ((wanted: WantedChange) => boolean) => {
  const own = new Set(lines.map(({ identifier }) => identifier));
  return ({ identifier, index }) =>
    identifier === null ? index === null || index < lines.length : own.has(identifier);
};

export const withGifts = async (
  shop: CartShop,
  cart: StoredCart | undefined,
  ask: CartAsk,
  wanted: readonly WantedChange[],
): Promise<readonly WantedChange[]> => {
  const own = cart?.document.lines ?? [];
  const isOwn = among(own);
  if (cart === undefined || own.length === 0 || wanted.every(isOwn)) return wanted;
  const { lines } = await loadPricedCart(shop, cart, { ...ask, kind: cart });
  const byIdentifier = new Map(lines.map((line) => [line.identifier, line]));
  return wanted.map((one) => {
    if (isOwn(one)) return one;
    const line = one.identifier === null ? lines[one.index ?? -1] : byIdentifier.get(one.identifier);
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
