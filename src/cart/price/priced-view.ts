/** A cart with everything an answer is made from. `loadPricedCart` makes it; what is in `response/` only reads it. */
import type { CartAsk } from '../call/cart-ask.ts';
import type { Guest } from '../call/cart-shop.ts';
import type { Availability } from '../lines/availability-rules.ts';
import type { OssSale } from './oss-sale.ts';
import type { CouponOutcome } from './coupon-outcome.ts';
import type { CartDocument, CartLine, GiftDetail, OrderType, StoredCart } from '../store/cart-document.ts';
import type { PricedSnapshot } from '../store/cart-record-store.ts';
import type { Item } from '../../catalog/article-cache.ts';
import type { Article } from '../../catalog/article.ts';
import type { Seller } from '../../catalog/seller-store.ts';
import type { VatCheck } from '../../customers/vat/vat-check-rules.ts';
import type { ApplicationSettings } from '../../contract/applications/application-contract.ts';
import type { Language } from '../../contract/language.ts';
import type { CartSettings } from '../../contract/applications/cart-settings-contract.ts';
import type { ShippingMethodRow } from '../../contract/catalog/shipping-contract.ts';
import type { PromiseAsked } from '../../delivery/promise-answer.ts';
import type { Journey } from '../../delivery/promise-rules.ts';
import type { OssCount } from '../../delivery/oss/oss-rules.ts';
import type { Store } from '../../delivery/store-rules.ts';
import type { StoredAdjustment } from '../../offers/adjustments/adjustment-store.ts';
import type { CartConfiguration } from '../../offers/configurations/configuration-rules.ts';
import type { ActiveOffers } from '../../offers/read-offers.ts';
import type { GiftLook } from '../../pricing/offers/gift-look.ts';
import type { PricedCart, PricedLine } from '../../pricing/priced-types.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import type { Currency } from '../../shared/currency.ts';

export type ParentLine = { readonly identifier: string; readonly itemId: number; readonly size: string };

export type ViewedLine = ParentLine & {
  /** `<item_id>_<size>`. */
  readonly key: string;
  readonly quantity: number;
  /** Null for a gift, which is made by pricing. */
  readonly stored: CartLine | null;
  readonly parent: ParentLine | null;
  /** Undefined when the catalogue no longer has it. */
  readonly item: Item | undefined;
  readonly article: Article | undefined;
  /** In the currency of the answer; null when it has no price. */
  readonly priced: PricedLine | null;
  /** In the application's currency. */
  readonly base: PricedLine | null;
  readonly availability: Availability;
  /** Its way to the shopper; null when its store is not known. */
  readonly promise: PromiseAsked | null;
  readonly journey: Journey;
  readonly orderType: OrderType;
  /** Handed over when it is bought: nothing is sent and nothing promised. */
  readonly overCounter: boolean;
  readonly wrap: GiftDetail | null;
  /** It asks for a price list whose prices it does not get. */
  readonly listMissed: boolean;
};

export type EtagPart = string | number | boolean | null;

export type PricedView = {
  readonly now: number;
  /** Undefined when nothing is stored yet. */
  readonly cart: StoredCart | undefined;
  readonly document: CartDocument;
  readonly ask: CartAsk;
  /** Of the sentences. */
  readonly language: Language;
  readonly application: ApplicationSettings;
  /** Where this service is reached, without a slash at its end; empty when that is not known. */
  readonly publicUrl: string;
  readonly settings: CartSettings;
  readonly configuration: CartConfiguration;
  readonly currency: Currency;
  readonly home: Currency;
  readonly rateId: string | null;
  readonly input: PriceInput;
  readonly priced: PricedCart;
  /** The same cart in the application's currency. */
  readonly base: PricedCart;
  /** As they are numbered for the shopper: own lines as `inShownOrder` has them, then the gifts. */
  readonly lines: readonly ViewedLine[];
  readonly coupon: CouponOutcome;
  /** Of the other codes on the cart. */
  readonly moreCoupons: readonly CouponOutcome[];
  readonly offers: ActiveOffers;
  readonly adjustments: readonly StoredAdjustment[];
  readonly items: ReadonlyMap<number, Item>;
  readonly sellers: ReadonlyMap<number, Seller>;
  readonly stores: ReadonlyMap<number, Store>;
  /** What the shop sends by, in its order. */
  readonly methods: readonly ShippingMethodRow[];
  readonly place: string | null;
  /** Clock of the place; null when it is not known. */
  readonly placeZone: string | null;
  readonly abroad: boolean;
  /** What is known of its VAT number; null where nobody is asked about it. */
  readonly vat: VatCheck | null;
  /** What of it is sold over a border of the European Union, and what was before it, where that is counted. */
  readonly oss: { readonly sale: OssSale | null; readonly count: OssCount | null };
  /** Why an address that was chosen for the cart cannot be ordered with. */
  readonly addressProblem: 'address_unknown' | 'address_invalid' | null;
  readonly userId: string | null;
  /** How many orders of his it was priced with; null for who has not signed in. */
  readonly ordersSoFar: number | null;
  readonly guest: Guest;
  /** Who looks: staff do not see the key of a cart, nor its owner's account number. */
  readonly viewer: 'owner' | 'staff';
  readonly snapshot: PricedSnapshot | undefined;
  /** It cannot be ordered like this: a rule of the shop's own without which it is not sold did not answer. */
  readonly isOpen: boolean;
  readonly etagParts: readonly EtagPart[];
  /** By what gifts were chosen; null: by more than is kept. */
  readonly giftLooks: readonly GiftLook[] | null;
  /** Until when time alone changes nothing of it. */
  readonly until: number;
};
