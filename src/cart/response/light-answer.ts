/** A cart as it is stored, with the prices of its last write: nothing is priced, promised or looked up again. Pure. */
import {
  counterMode,
  type FulfillmentModes,
  isOverCounter,
  orderTypeFor,
  usualMode,
} from '../lines/fulfillment-rules.ts';
import { journeyOf } from '../lines/resolve-line.ts';
import { rawBreakup } from './breakup.ts';
import { type CartDocument, type CartLine, countLines, type StoredCart } from '../store/cart-document.ts';
import type { PricedSnapshot } from '../store/cart-record-store.ts';
import { inShownOrder } from '../store/line-rules.ts';
import type { CartLight } from '../../contract/cart/cart-light-contract.ts';
import type { CartConfiguration } from '../../offers/configurations/configuration-rules.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { isoTime } from '../../shared/clock.ts';
import { currencyOf } from '../../shared/currency.ts';

const lightItem = (
  line: CartLine,
  owner: CartLine | undefined,
  { orderType }: CartDocument,
  modes: FulfillmentModes,
): CartLight['items'][number] => {
  const { asked } = line;
  const usual = isOverCounter(line) ? counterMode : usualMode(orderTypeFor(asked, orderType, modes), modes);
  const mode = asked.fulfillmentMode ?? usual;
  return {
    identifiers: { identifier: line.identifier },
    key: `${asked.itemId}_${asked.size}`,
    item_id: asked.itemId,
    item_size: asked.size,
    quantity: line.quantity,
    article_id: line.articleUid,
    parent_item_identifiers: {
      identifier: owner?.identifier ?? null,
      parent_item_id: owner === undefined ? null : String(owner.asked.itemId),
      parent_item_size: owner?.asked.size ?? null,
    },
    journey: journeyOf(asked),
    ...(mode === undefined ? {} : { fulfillment_mode: mode }),
  };
};

export const lightAnswer = (
  cart: StoredCart,
  snapshot: PricedSnapshot | undefined,
  { id, name, slug, is_universal }: CartConfiguration,
  modes: FulfillmentModes,
): CartLight => {
  const { document, withheld } = cart;
  const { lines, units } = countLines(document);
  const byIdentifier = new Map(document.lines.map((line) => [line.identifier, line]));
  const ownerOf = ({ parent }: CartLine): CartLine | undefined =>
    parent === null ? undefined : byIdentifier.get(parent);
  return {
    id: cart.id,
    cart_id: cart.cartId,
    uid: cart.cartId,
    last_modified: isoTime(cart.modifiedAt),
    buy_now: cart.kind === 'buy_now',
    custom_cart: { id, cart_name: name, cart_type: slug, is_universal },
    checkout_mode: document.meta.checkoutMode,
    comment: document.meta.comment,
    gstin: document.meta.gstin,
    coupon_code: document.couponCode ?? '',
    item_count: lines,
    quantity_count: units,
    items: inShownOrder(document.lines).map((line) => lightItem(line, ownerOf(line), document, modes)),
    // What it cost was its shopper's price: it tells what he has off, and how far away he lives.
    ...(snapshot === undefined || withheld !== undefined
      ? {}
      : {
          raw: rawBreakup(snapshot.raw, amountsIn(currencyOf(snapshot.currency))),
          priced_at: isoTime(snapshot.at),
        }),
  };
};
