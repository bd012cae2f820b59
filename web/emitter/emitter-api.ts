/** What a page can do with the emitter. These types are served as /emitter.d.ts, with those of the events before them. */
import type { EventVerdicts } from '../../src/contract/events/event-collector-contract.ts';
import type { EventName, EventPayloads } from '../../src/contract/events/event-payloads-contract.ts';

export type EmitterOptions = {
  /** Where the service is, without a slash at its end: an address, or a path (also none) for pages it serves itself. */
  readonly url: string;
  readonly applicationId: string;
  /** A token of the application, as every storefront carries one. */
  readonly token: string;
  /** Fields of payloads that never leave the page, wherever they stand in it, such as `email`: sent empty. */
  readonly redact?: readonly string[];
  /** Told which events the collector refused and why. It keeps them; there is nothing to send again. */
  readonly onRefused?: (failures: EventVerdicts['failures']) => void;
};

/** Filled in from the page, the visitor and the listing he came from, unless a call gives its own. */
type FilledIn<N extends EventName> =
  | 'anonymous_id'
  | 'context'
  | 'event_type'
  | 'position'
  | 'source_url'
  | 'utm_campaign'
  | 'utm_medium'
  | 'utm_source'
  | 'version'
  | (N extends 'product_listing' | 'product_search' ? never : 'query')
  | (N extends 'product_wishlist_add' ? 'currency' | 'esp' | 'mrp' : never)
  | (N extends 'user_login' ? never : 'user_id');

/** What a call has to say, and what it may. */
export type EventFields<N extends EventName> = Omit<EventPayloads[N], FilledIn<N>> &
  Partial<Pick<EventPayloads[N], FilledIn<N> & keyof EventPayloads[N]>>;

/** Of an item in a call of the cart: the body's own. */
export type CartItem = {
  readonly item_id?: number | undefined;
  readonly item_size?: string | undefined;
  readonly article_id?: string | undefined;
  readonly quantity?: number | undefined;
};
type Category = { readonly name?: string };
export type CartLine = {
  readonly key?: string;
  readonly quantity?: number;
  readonly identifiers?: { readonly identifier?: string };
  readonly parent_item_identifiers?: { readonly identifier?: string | null };
  readonly auto_add_to_cart?: boolean;
  readonly product?: {
    readonly uid?: number;
    readonly brand?: { readonly name?: string | null };
    readonly category_hierarchy?: readonly { readonly l1?: Category; readonly l3?: Category }[] | null;
  };
  readonly article?: { readonly uid?: string; readonly size?: string };
  readonly price_per_unit?: { readonly base?: { readonly effective?: number; readonly currency_code?: string } };
};
/** Of a cart, as the operations answer it. */
export type Cart = { readonly cart_id?: string; readonly items?: readonly CartLine[] };
/** Of what adding, changing and removing answer, when the cart and its items were asked for (`b` and `i`). */
export type CartAnswer = { readonly cart?: Cart; readonly result?: Readonly<Record<string, unknown>> };

export type Emitter = {
  /** Until it is told `true`, nothing is kept or sent. `false` forgets the visitor and everything that waits. */
  readonly consent: (isGiven: boolean) => void;
  /** Who is signed in, where no sign-in happened on this page. */
  readonly identify: (userId: string | null) => void;

  readonly addToCart: (fields: EventFields<'add_to_cart'>) => void;
  readonly removeFromCart: (fields: EventFields<'remove_from_cart'>) => void;
  readonly orderCheckout: (fields: EventFields<'order_checkout'>) => void;
  readonly orderCheckedout: (fields: EventFields<'order_checkedout'>) => void;
  readonly orderComplete: (fields: EventFields<'order_complete'>) => void;
  /** `before`: products on the pages before this one, so that places count on. */
  readonly productListing: (fields: EventFields<'product_listing'>, before?: number) => void;
  readonly productSearch: (fields: EventFields<'product_search'>) => void;
  readonly productView: (fields: EventFields<'product_view'>) => void;
  readonly productWishlistAdd: (fields: EventFields<'product_wishlist_add'>) => void;
  readonly productWishlistRemove: (fields: EventFields<'product_wishlist_remove'>) => void;
  /** From now on events name this user, beside the anonymous id he had before. */
  readonly userLogin: (fields: EventFields<'user_login'>) => void;
  /** The last event of this user; the next visitor has another anonymous id. */
  readonly userLogout: (fields?: EventFields<'user_logout'>) => void;

  /** An add_to_cart for each item that the answer says was taken, and for each part that came along with it. */
  readonly addedToCart: (items: readonly CartItem[], answer: CartAnswer) => void;
  /** A remove_from_cart for each of these lines, as the cart showed them, of which the answer's cart has less. */
  readonly removedFromCart: (lines: readonly CartLine[], answer: CartAnswer) => void;
  /** For calls of the cart: where the shopper is browsing, for events that the service makes itself. Empty without consent. */
  readonly headers: (productId?: number) => Readonly<Record<string, string>>;

  /** Sends what waits, now. */
  readonly flush: () => Promise<void>;
};
