/**
 * What an order is while it lies in the database: what was agreed at checkout, which never changes, and what happened since.
 * Amounts are minor units of the order's currency unless they say otherwise.
 */
import type { Article } from '../catalog/article.ts';
import type { VatCheck } from '../customers/vat/vat-check-rules.ts';
import type { TaxExemption } from '../pricing/money/tax-types.ts';
import type {
  CartKind,
  CartMeta,
  CartOwner,
  JsonObject,
  OrderType,
  PaymentSelection,
} from '../cart/store/cart-document.ts';
import type { OrderSettings } from '../contract/applications/order-settings-contract.ts';
import type { EventContext } from '../contract/events/event-contract.ts';
import type { Journey, Window } from '../delivery/promise-rules.ts';
import type { WantedUse } from '../offers/uses/use-statements.ts';
import type { EmiAnswer } from '../pricing/charge-types.ts';
import type { RawBreakup } from '../pricing/priced-types.ts';
import type { Currency } from '../shared/currency.ts';
import type { Minor, Ppm } from '../shared/money.ts';
import type { Discount, Earned, OrderTender, Payer, TaxAmounts, TaxRow } from './order-figures.ts';
import type { OrderProgress, OrderState } from './order-progress.ts';

export type OrderAddress = {
  /** Null when it was given with the checkout and is not kept elsewhere. */
  readonly id: string | null;
  readonly areaCode: string;
  readonly country: string;
  readonly state: string | null;
  readonly fields: JsonObject;
};

export type OrderLine = {
  readonly identifier: string;
  readonly itemId: number;
  readonly size: string;
  /** As people read it; not there when that is the size itself, and in orders of earlier versions. */
  readonly sizeName?: string;
  readonly articleUid: string;
  readonly name: string;
  readonly brand: string;
  /** Not there when the catalogue did not have the product, and in orders of earlier versions. */
  readonly brandId?: number;
  readonly seller: { readonly uid: number; readonly name: string };
  readonly storeId: number;
  readonly sellerIdentifier: string | null;
  readonly ean: string | null;
  readonly hsn: string | null;
  /** In which numbers it is sold; not there where in any. */
  readonly moq?: Article['moq'];
  readonly quantity: number;
  readonly shipmentId: string;
  /** Identifier of the line it belongs to. */
  readonly parent: string | null;
  /** So many came with each unit of its bundle, which is not sold without them; not there where it was put in by itself. */
  readonly perParent?: number;
  /** The promotion that gave it. */
  readonly giftOf: string | null;
  readonly unit: { readonly marked: Minor; readonly selling: Minor; readonly effective: Minor };
  /** Before promotions and coupon. */
  readonly subtotal: Minor;
  readonly discounts: readonly Discount[];
  /** After them. */
  readonly amount: Minor;
  readonly tax: TaxAmounts & { readonly rate: Ppm; readonly exemption?: TaxExemption };
  readonly wrap: string | null;
  readonly meta: JsonObject;
  readonly customJson: JsonObject;
};

export type OrderShipment = {
  readonly id: string;
  readonly store: { readonly uid: number; readonly name: string; readonly code: string };
  readonly orderType: OrderType;
  readonly journey: Journey;
  readonly overCounter: boolean;
  /** By which it goes; not there where the shop has no methods. */
  readonly method?: { readonly id: string; readonly name: string };
  readonly promise: Window | null;
  readonly lines: readonly string[];
  readonly units: number;
  readonly amount: Minor;
};

export type OrderCharge = {
  readonly code: string;
  readonly name: string;
  readonly amount: Minor;
  readonly tax: Minor;
  readonly taxRate: Ppm;
  /** Its amount in the application's currency, at the rate of the order; not there in orders of earlier versions. */
  readonly homeAmount?: Minor;
  /** What offers on delivery leave of it; not there in orders of earlier versions. */
  readonly taxed?: TaxAmounts;
};

export type OrderOffer = {
  readonly id: string;
  readonly mode: 'promotion' | 'coupon';
  readonly name: string;
  readonly code: string | null;
  readonly payer: Payer;
  /** Names the content it had: `order_offer`. */
  readonly hash: string;
};

/** Where its shopper was when he checked out. */
export type OrderPage = {
  readonly context: EventContext;
  /** The page's own id of him; null when there was none. */
  readonly anonymousId: string | null;
  /** Whether he lets personal data be kept in events. */
  readonly agreed: boolean;
};

/** What of it was sold to a consumer over a border of the European Union, when it was ordered. */
type OrderOss = {
  readonly year: number;
  readonly basis: 'origin' | 'destination';
  /** Lines that cross it, and whether charges do with them. */
  readonly lines: readonly string[];
  readonly charges: boolean;
  /** Without tax: in the currency of the order, and of the application. */
  readonly taxable: Minor;
  readonly sold: Minor;
  /** It counts apart until it is paid for. Not there in orders of earlier versions. */
  readonly apart?: true;
};

export type OrderDocument = {
  /** Number of the cart; never its key. */
  readonly cartId: string;
  readonly cartKind: CartKind;
  readonly owner: CartOwner;
  readonly platform: string | null;
  readonly delivery: OrderAddress | null;
  readonly billing: OrderAddress | null;
  readonly payment: PaymentSelection | null;
  readonly meta: CartMeta;
  readonly staff: JsonObject | null;
  readonly customer: JsonObject | null;
  readonly tags: readonly { readonly slug: string; readonly display_text: string }[];
  readonly callbackUrl: string | null;
  readonly couponCode: string | null;
  /** All that acted, where there were several. */
  readonly couponCodes?: readonly string[];
  readonly oss?: OrderOss;
  /** What was known of the buyer's VAT number, where the shop asked about it. */
  readonly vatCheck?: VatCheck;
  readonly currency: Currency;
  readonly home: Currency;
  readonly lines: readonly OrderLine[];
  readonly shipments: readonly OrderShipment[];
  readonly charges: readonly OrderCharge[];
  readonly tender: readonly OrderTender[];
  readonly totals: RawBreakup;
  /** What its goods had to be worth at least; not there where nothing was asked, and in orders of earlier versions. */
  readonly leastGoods?: Minor;
  /** Total, turned into the application's own currency at the rate of the order. */
  readonly homeTotal: Minor;
  readonly tax: readonly TaxRow[];
  readonly funding: readonly Discount[];
  readonly offers: readonly OrderOffer[];
  /** Version of the application's offers, and the hash of everything that was priced. */
  readonly offersVersion: number;
  readonly inputHash: string;
  readonly uses: readonly WantedUse[];
  readonly earns: readonly Earned[];
  /** What it brings whose code was used, once it was paid for. */
  readonly referral?: { readonly code: string; readonly reward: Earned };
  /** So many days after they are earned its points end; left out: never. */
  readonly pointsLast?: number;
  /** What the goods counted for when points were earned, where offers made that more than they cost. */
  readonly countedGoods?: Minor;
  /** Orders of earlier versions earned when they were placed, and do not say. */
  readonly earnedWhen?: OrderSettings['earned_when'] | undefined;
  /** The instalments in which it is paid, if it is; orders made before this was kept do not say. */
  readonly emi?: EmiAnswer | undefined;
  /** For the event that its payment makes; not there when it awaits none, or none is made. */
  readonly page?: OrderPage | undefined;
};

export type StoredOrder = {
  readonly id: string;
  readonly applicationId: string;
  readonly companyId: number;
  readonly owner: CartOwner;
  readonly state: OrderState;
  readonly version: number;
  readonly total: Minor;
  readonly paymentMode: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
  /** While a payment is awaited. */
  readonly expiresAt: number | null;
  readonly document: OrderDocument;
  readonly progress: OrderProgress;
  /** Made before customers had a standing, and not yet part of one. */
  readonly uncounted?: boolean | undefined;
};
