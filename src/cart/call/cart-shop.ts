/** What every cart operation works with: the node, what the other areas let a cart read, and who is calling. */
import type { Node } from '../../applications/node.ts';
import type { CartIds } from './cart-ids.ts';
import type { StaffAct } from './staff-act.ts';
import type { CartOwner, StoredCart } from '../store/cart-document.ts';
import type { PricedSnapshot } from '../store/cart-record-store.ts';
import type { CatalogReader } from '../../catalog/read-articles.ts';
import type { Customer } from '../../customers/customer-token.ts';
import type { EnsureVatCheck } from '../../customers/vat/check-vat.ts';
import type { KnownVat } from '../../customers/vat/vat-check-rules.ts';
import { claimedProfile, type CustomerFacts, factsOf, wholeProfile } from '../../customers/profile-rules.ts';
import type { Shopper } from '../../customers/shopper.ts';
import type { DeliveryReader } from '../../delivery/read-lanes.ts';
import type { Outbox } from '../../events/outbox.ts';
import type { ApplicationCaller } from '../../http/caller.ts';
import type { InTurn } from '../../http/limits/in-turn.ts';
import type { Browsing } from '../../http/requests/browsing.ts';
import type { AskRule } from '../../offers/logic/rule-asker.ts';
import type { OfferReader } from '../../offers/read-offers.ts';
import type { Payment } from '../../pricing/pricing-types.ts';
import type { LongCarts } from './long-carts.ts';
import type { Taker } from '../../quotas/quota-statements.ts';
import type { Quotas } from '../../quotas/quotas.ts';
import type { Minor } from '../../shared/money.ts';

/** Made once for a node. */
export type CartServices = {
  readonly node: Node;
  readonly catalog: CatalogReader;
  readonly delivery: DeliveryReader;
  readonly offers: OfferReader;
  /** Asks the merchant's own rules. Undefined: nobody does. */
  readonly ask?: AskRule | undefined;
  readonly ids: CartIds;
  readonly inTurn: InTurn;
  readonly quotas: Quotas;
  /** For what is about to be read: `db/prove.ts`. Undefined: no answer is kept. */
  readonly stamp?: (() => number) | undefined;
  /** Undefined: nobody is asked about VAT numbers here. */
  readonly ensureVatCheck?: EnsureVatCheck | undefined;
  /** Undefined: events of carts are told by nobody here. */
  readonly outbox?: Outbox | undefined;
};

/** Made for each call. */
export type CartShop = CartServices & {
  readonly caller: ApplicationCaller;
  readonly shopper: Shopper;
  /** web, android or ios, where the call says so. */
  readonly platform: string | null;
  /** Where this service is reached. */
  readonly publicUrl: URL;
  readonly readers: Partial<CartReaders>;
  readonly requestId: string;
  /** Whether the caller went away and nobody will read the answer. */
  readonly isGone: () => boolean;
  /** Where the shopper is, for events. */
  readonly browsing: () => Browsing;
  /** Who of the shop acts in the shopper's place; undefined: he acts himself. */
  readonly staff: StaffAct | undefined;
  /** For whom the call uses up quotas. */
  readonly taker: Taker;
  readonly longCarts: LongCarts;
  readonly guest: Guest;
};

/** Where the order goes, as far as prices and promises ask. */
export type CartAddress = {
  readonly areaCode: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly state: string | null;
  /** What it says of its place, as it was sent. */
  readonly fields?: Readonly<Record<string, unknown>>;
};
/** What a customer can pay with; `version` changes when any of it does. Money is in the application's currency. */
export type Balances = {
  readonly points: number | null;
  readonly storeCredit: Minor | null;
  readonly giftCards: readonly { readonly id: string; readonly balance: Minor }[];
  readonly version: string;
  /** When the first of the gift cards ends; null when none does. */
  readonly nextExpiry: number | null;
};
export const noBalances: Balances = { points: null, storeCredit: null, giftCards: [], version: '', nextExpiry: null };

export type CartReaders = {
  /** The pricing of the cart's last acknowledged write. */
  readonly snapshot: (cart: StoredCart) => Promise<PricedSnapshot | undefined>;
  readonly address: (cart: StoredCart, addressId: string) => Promise<CartAddress | undefined>;
  /** A saved card of the customer, as a way to pay. */
  readonly card: (userId: string, cardId: number) => Promise<Payment | undefined>;
  readonly balances: (userId: string) => Promise<Balances>;
  /** What offers can ask about the customer. */
  readonly facts: (customer: Customer) => Promise<CustomerFacts>;
  /** What is supposed of its VAT number; left out: what is known of it. */
  readonly vat?: KnownVat | null;
};

export const noReaders: CartReaders = {
  snapshot: async () => undefined,
  address: async () => undefined,
  card: async () => undefined,
  balances: async () => noBalances,
  facts: async ({ claims }) => factsOf(wholeProfile({}, claimedProfile(claims))),
};

/** A guest by keyed hashes, so that what is used once by each customer is used once by him, too. */
export type Guest = {
  /** Of his token. */
  readonly names: readonly string[];
  /** Of the phone and e-mail address that he orders with: only a code that he typed counts for them. */
  readonly contacts: readonly string[];
};
export const noGuest: Guest = { names: [], contacts: [] };
/** Whom a use of an offer counts for, besides a customer. */
export const guestsOf = ({ names, contacts }: Guest, mode: string): readonly string[] =>
  mode === 'coupon' ? [...names, ...contacts] : names;

export type PricedShop = {
  /** Undefined: nobody has to wait for his turn. */
  readonly longCarts?: LongCarts | undefined;
  readonly node: Pick<Node, 'db' | 'now'>;
  readonly catalog: CatalogReader;
  readonly delivery: DeliveryReader;
  readonly offers: OfferReader;
  readonly ask?: AskRule | undefined;
  readonly caller: Pick<ApplicationCaller, 'applicationId' | 'companyId' | 'settings'>;
  readonly shopper: Pick<Shopper, 'customer'>;
  /** The guest who asks, where he is known. */
  readonly guest?: Guest;
  /** web, android or ios, where the call says so. */
  readonly platform?: string | null;
  /** Where this service is reached; undefined: links to its pages begin with a slash. */
  readonly publicUrl?: URL;
  readonly readers?: Partial<CartReaders>;
  /** Who of the shop asks in the shopper's place; undefined: he asks himself. */
  readonly staff?: StaffAct | undefined;
};

export type CartCall = {
  readonly shop: CartShop;
  /** Who owns a cart that this call makes. */
  readonly writer: {
    readonly owner: CartOwner;
    readonly newToken: string | undefined;
    /** As long as he has been known to have no cart: since his token was issued; a customer's tells nothing of that. */
    readonly since: number;
  };
  readonly ifMatch: string | undefined;
};
