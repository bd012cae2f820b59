/**
 * How a caller wants a cart answered: which parts, for which place, in which currency, and what to say about the operation
 * that was just done. Nothing of it is stored.
 *
 * The seam: operations call `answerCart(shop, cart, ask)` of `response/cart-answer.ts`, on a write with the cart as it is
 * about to be stored and before it is, because the snapshot it gives back rides in the same batch. It reads the snapshot
 * of the last write itself and never writes anything.
 */
import type { ApplicationSettings } from '../../contract/applications/application-contract.ts';
import type { Language } from '../../contract/language.ts';
import type { CartKind, OrderType } from '../store/cart-document.ts';

/** As sent; what is no finite number from 0 on is ignored by whoever uses it. */
type DeliveryHints = {
  readonly t1?: number | string;
  readonly t2?: number | string;
  readonly t3?: number | string;
  readonly eta_mins?: number | string;
};

/** What a write says about itself in the cart it answers with. */
type OperationNews = { readonly message: string; readonly success: boolean };

export type CartAsk = {
  /** `i`, `b` and `c`. */
  readonly items: boolean;
  readonly breakup: boolean;
  readonly cod: boolean;
  /** Of `area_code`; it comes before the cart's address, and that before `pincode`. */
  readonly areaCode: string | null;
  /** Of `x-location-detail`. */
  readonly pincode: string | null;
  /** Of `x-currency-code`; one that cannot be had is ignored. */
  readonly currency: string | null;
  /** Of `x-language-code`; null: as the shop speaks. */
  readonly language: Language | null;
  readonly orderType: OrderType | null;
  readonly hints: DeliveryHints;
  /** Price as if this saved card were chosen. */
  readonly assignCardId: number | null;
  /** Of `x-ordering-store`. */
  readonly orderingStore: number | null;
  /** Which kind of cart was asked for; what an answer without a stored cart shows. */
  readonly kind: CartKind;
  /** Null on reads. */
  readonly operation: OperationNews | null;
  /** Whether this call merged an anonymous cart with lines into a customer's cart with lines. */
  readonly isCartChanged: boolean;
  /** A coupon this call tried and that was not kept, with the reason; null when none was. */
  readonly refusedCoupon: { readonly code: string; readonly message: string } | null;
};

/** Where nothing is said. */
export const plainAsk: CartAsk = {
  items: false,
  breakup: false,
  cod: false,
  areaCode: null,
  pincode: null,
  currency: null,
  language: null,
  orderType: null,
  hints: {},
  assignCardId: null,
  orderingStore: null,
  kind: { kind: 'universal', slug: 'universal' },
  operation: null,
  isCartChanged: false,
  refusedCoupon: null,
};

type Speaking = { readonly caller: { readonly settings: Pick<ApplicationSettings, 'language'> } };

/** As was asked for, else as the shop speaks. */
export const spokenIn = ({ caller }: Speaking, { language }: Pick<CartAsk, 'language'>): Language =>
  language ?? caller.settings.language;
