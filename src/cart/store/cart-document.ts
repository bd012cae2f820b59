/**
 * What a cart is while it lies in the database: who owns it, of which kind it is, and one document with its lines and
 * everything the shopper said about it. No price is in it and nothing that the catalogue knows better; gifts are not in it
 * either, because pricing makes them anew each time from the offers and the choices kept here.
 */
import { ownEntry } from '../../shared/own-entry.ts';

export type JsonObject = { readonly [key: string]: unknown };

/** How the article of a line is to be chosen among those of its item and size. */
export type Assignment = { readonly level: string | null; readonly strategy: string | null };

/** What was asked for when the line was added; null where nothing was said. It never changes by itself. */
export type AskedItem = {
  readonly itemId: number;
  readonly size: string;
  /** An article uid the shopper named himself: it is never replaced by another. */
  readonly articleId: string | null;
  /** A store he named: never replaced either. */
  readonly storeId: number | null;
  readonly sellerId: number | null;
  readonly sellerIdentifier: string | null;
  readonly assignment: Assignment | null;
  /** price_factory_type_id. */
  readonly priceList: string | null;
  readonly groupTags: readonly string[] | null;
  /** Label of the line, shown as `article.extra_meta.display`. */
  readonly display: string | null;
  /** Overrides the order type of the call. */
  readonly orderType: OrderType | null;
  readonly extraMeta: JsonObject;
  readonly customJson: JsonObject;
  readonly meta: JsonObject;
  readonly pos: boolean;
  readonly journey: string | null;
  readonly fulfillmentMode: string | null;
  /** The steal deal it was added with. */
  readonly promoId: string | null;
};
export type OrderType = 'HomeDelivery' | 'PickAtStore';

export type CartLine = {
  /** 22 characters, stable for the life of the line. */
  readonly identifier: string;
  readonly quantity: number;
  readonly asked: AskedItem;
  /** The article it was last resolved to by a write; a read may resolve it differently for another place. */
  readonly articleUid: string;
  /** Identifier of the line it belongs to. */
  readonly parent: string | null;
  /** Brought by its parent (a bundle): follows the parent's quantity and leaves with it. */
  readonly autoAdded: boolean;
  /** Units of it for each unit of its parent; 1 where it was not brought by one. */
  readonly perParent: number;
  /** Made by `force_new_line_item`: equal items are never added to it. */
  readonly alone: boolean;
  /** Version of the cart with which it came: a sync leaves alone what its sender cannot have seen. */
  readonly since: number;
  /** Units for which staff gave the price list it asks for, whatever its holder may have himself. */
  readonly listGiven?: number;
  /** Units that staff sold over the counter. */
  readonly counterGiven?: number;
  /** What was said about it is withheld from this caller: nothing of his is added to it. Never stored. */
  readonly sealed?: true;
};

export type PaymentSelection = {
  /** Such as COD, CARD, EMI. */
  readonly mode: string;
  /** Of what was chosen within the mode: an EMI plan, a card. */
  readonly identifier: string | null;
  readonly aggregator: string | null;
  readonly merchantCode: string | null;
  readonly network: string | null;
  readonly type: string | null;
  readonly iin: string | null;
};

export type GiftDetail = { readonly applied: boolean; readonly message: string };

/** What the shopper made of the gifts of a promotion; without an entry pricing chooses. */
export type GiftChoice = { readonly declined: boolean; readonly itemId: number | null; readonly size: string | null };

/** Of PUT meta and checkout. */
export type CartMeta = {
  readonly gstin: string | null;
  readonly shipToGstin: string | null;
  /** Of the European Union; carts of earlier versions have none. */
  readonly vatId?: string | null;
  readonly shipToTradeName: string | null;
  readonly panNo: string | null;
  readonly comment: string;
  readonly checkoutMode: 'self' | 'other';
  readonly staffUserId: string | null;
  readonly pickUpCustomer: JsonObject | null;
  readonly alternatePickup: JsonObject | null;
  readonly deliverySlots: JsonObject | null;
  readonly custom: JsonObject;
};

/** By which shipping method goods go: those of a store, else all. */
export type ShippingChoice = { readonly usual: string | null; readonly stores: Readonly<Record<string, string>> };

export type CartDocument = {
  /** In the order of first adding; children anywhere after their parent. */
  readonly lines: readonly CartLine[];
  /** As the shopper wrote it, also while it does not apply. */
  readonly couponCode: string | null;
  /** Those beside it, where a cart may have several; the one typed last before comes first. */
  readonly moreCodes?: readonly string[];
  readonly addressId: string | null;
  readonly billingAddressId: string | null;
  readonly payment: PaymentSelection | null;
  /** Whether points, and store credit, are to pay. */
  readonly redeemPoints: boolean;
  readonly storeCredit: boolean;
  /** Gift wrapping by article uid or line identifier, as sent. */
  readonly giftDetails: Readonly<Record<string, GiftDetail>>;
  /** By promotion id. */
  readonly giftChoices: Readonly<Record<string, GiftChoice>>;
  readonly meta: CartMeta;
  /** Of the last write that said one: how lines reach the shopper that do not say it themselves. Null: brought. */
  readonly orderType: OrderType | null;
  /** Left out where nothing was chosen. */
  readonly shipping?: ShippingChoice;
  /** Offers that it is priced without for now, and until when each: unpaid orders hold as much of them as they may. */
  readonly leftOut?: Readonly<Record<string, number>>;
  /** A merge of it was taken back: signing in does not merge it again, until its shopper goes on with it without an account. */
  readonly apart?: true;
};

/** A customer's cart opens for him alone; the goods of an anonymous shopper's also for whoever knows its `id`. */
export type CartOwner = { readonly kind: 'customer' | 'anonymous'; readonly id: string };

/** `slug` is the configuration's: `universal` for the regular and the buy-now cart. */
export type CartKind = { readonly kind: 'universal' | 'custom' | 'buy_now'; readonly slug: string };

export type StoredCart = CartKind & {
  /** 24 hex digits; whoever has it can open the goods of a cart without a customer, so it stays with its owner. */
  readonly id: string;
  /** cart_id and uid: a number within 31 bits, as text. */
  readonly cartId: string;
  readonly applicationId: string;
  readonly owner: CartOwner;
  /** Goes up by one with every accepted change. */
  readonly version: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly document: CartDocument;
  /** Nobody who wrote to it proved to be its shopper: its id is the only key there is. */
  readonly heldById?: true;
  /** All of the document, where `document` is only what this caller may have of it. Never stored. */
  readonly withheld?: CartDocument;
};

export const emptyMeta: CartMeta = {
  gstin: null,
  shipToGstin: null,
  shipToTradeName: null,
  panNo: null,
  comment: '',
  checkoutMode: 'self',
  staffUserId: null,
  pickUpCustomer: null,
  alternatePickup: null,
  deliverySlots: null,
  custom: {},
};

export const emptyDocument: CartDocument = {
  lines: [],
  couponCode: null,
  addressId: null,
  billingAddressId: null,
  payment: null,
  redeemPoints: false,
  storeCredit: false,
  giftDetails: {},
  giftChoices: {},
  meta: emptyMeta,
  orderType: null,
};

/** The offers that it is priced without now, and until when each. */
export const leftOutAt = ({ leftOut = {} }: CartDocument, now: number): ReadonlyMap<string, number> =>
  new Map(Object.entries(leftOut).filter(([, end]) => end > now));

/** What basic and detail-light count; gifts are no lines of the document. */
export const countLines = ({ lines }: CartDocument): { readonly lines: number; readonly units: number } => ({
  lines: lines.length,
  units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
});

const orderTypes: Readonly<Record<string, OrderType>> = { homedelivery: 'HomeDelivery', pickatstore: 'PickAtStore' };

/** In any case; what is neither says nothing. */
export const orderTypeOf = (given: string | undefined): OrderType | null =>
  given === undefined ? null : (ownEntry(orderTypes, given.toLowerCase()) ?? null);

/** Nothing is said of it but which item it is. */
export const asksNothing: Omit<AskedItem, 'itemId' | 'size'> = {
  articleId: null,
  storeId: null,
  sellerId: null,
  sellerIdentifier: null,
  assignment: null,
  priceList: null,
  groupTags: null,
  display: null,
  orderType: null,
  extraMeta: {},
  customJson: {},
  meta: {},
  pos: false,
  journey: null,
  fulfillmentMode: null,
  promoId: null,
};
