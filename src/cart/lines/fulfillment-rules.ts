/** Ways in which a line reaches its shopper, under the slugs that the application gives them. Pure. */
import type { AskedItem, CartLine, OrderType } from '../store/cart-document.ts';
import type { CartSettings } from '../../contract/applications/cart-settings-contract.ts';
import type { FulfillmentModeInfo } from '../../contract/cart/shipment-promise-contract.ts';

export type FulfillmentModes = CartSettings['fulfillment_modes'];

export const isFulfillmentMode = (slug: string, modes: FulfillmentModes): boolean =>
  modes.some((mode) => mode.slug === slug);

/** The mode of what is handed over when it is bought. No setting renames it: it is neither brought nor picked up. */
export const counterMode = 'over_the_counter';

type AskedWay = Pick<AskedItem, 'orderType' | 'fulfillmentMode'>;

/** Sold at a point of sale and, as nothing else is said, handed over there; for as many units as staff sold so. */
export const isOverCounter = ({
  asked,
  quantity,
  counterGiven = 0,
}: Pick<CartLine, 'asked' | 'quantity' | 'counterGiven'>): boolean =>
  asked.pos && asked.fulfillmentMode === null && quantity <= counterGiven;

/** What a line says of itself counts before what its cart or call says, and its mode before its order type. */
export const orderTypeFor = (asked: AskedWay, usual: OrderType | null, modes: FulfillmentModes): OrderType =>
  modes.find(({ slug }) => slug === asked.fulfillmentMode)?.order_type ?? asked.orderType ?? usual ?? 'HomeDelivery';

/** What a line that was put in without a mode has; undefined where the application has none of that kind. */
export const usualMode = (orderType: string | null, modes: FulfillmentModes): string | undefined => {
  const wanted: OrderType = orderType === 'PickAtStore' ? 'PickAtStore' : 'HomeDelivery';
  return modes.find((mode) => mode.order_type === wanted)?.slug;
};

const orderTypeOf = ({ slug }: FulfillmentModeInfo): OrderType =>
  slug === 'store_pickup' ? 'PickAtStore' : 'HomeDelivery';

/** Delivery says what can be promised when the line is brought or picked up; the application says how that is called. */
export const shownModes = (
  offered: readonly FulfillmentModeInfo[],
  modes: FulfillmentModes,
): readonly FulfillmentModeInfo[] =>
  modes.flatMap(({ slug, order_type }) =>
    offered.filter((info) => orderTypeOf(info) === order_type).map((info) => ({ ...info, slug })),
  );
