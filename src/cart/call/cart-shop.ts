/** What every cart operation works with: the node, what the other areas let a cart read, and who is calling. */
import type { Node } from '../../applications/node.ts';
import type { CatalogReader } from '../../catalog/read-articles.ts';
import type { Shopper } from '../../customers/shopper.ts';
import type { DeliveryReader } from '../../delivery/read-lanes.ts';
import type { ApplicationCaller } from '../../http/caller.ts';
import type { Outbox } from '../../events/outbox.ts';
import type { OfferReader } from '../../offers/read-offers.ts';
import type { Taker } from '../../quotas/quota-statements.ts';
import type { Quotas } from '../../quotas/quotas.ts';
import type { Browsing } from '../../http/requests/browsing.ts';
import type { CartIds } from './cart-ids.ts';
import type { InTurn } from '../../http/limits/in-turn.ts';
import type { CartReaders, Guest } from './priced-shop.ts';
import type { StaffAct } from './staff-act.ts';

/** Made once for a node. */
export type CartServices = {
  readonly node: Node;
  readonly catalog: CatalogReader;
  readonly delivery: DeliveryReader;
  readonly offers: OfferReader;
  readonly ids: CartIds;
  readonly inTurn: InTurn;
  readonly quotas: Quotas;
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
  readonly guest: Guest;
};
