/** What every cart operation works with: the node, what the other areas let a cart read, and who is calling. */
import type { Node } from '../applications/node.ts';
import type { CatalogReader } from '../catalog/read-articles.ts';
import type { Shopper } from '../customers/shopper.ts';
import type { DeliveryReader } from '../delivery/read-lanes.ts';
import type { ApplicationCaller } from '../http/caller.ts';
import type { OfferReader } from '../offers/read-offers.ts';
import type { CartNumbers } from './cart-numbers.ts';
import type { InTurn } from './in-turn.ts';
import type { CartReaders } from './priced-shop.ts';

/** Made once for a node. */
export type CartServices = {
  readonly node: Node;
  readonly catalog: CatalogReader;
  readonly delivery: DeliveryReader;
  readonly offers: OfferReader;
  readonly numbers: CartNumbers;
  readonly inTurn: InTurn;
};

/** Made for each call. */
export type CartShop = CartServices & {
  readonly caller: ApplicationCaller;
  readonly shopper: Shopper;
  /** web, android or ios, where the call says so. */
  readonly platform: string | null;
  readonly readers: Partial<CartReaders>;
  readonly requestId: string;
};
