/** Ways in which a line reaches its shopper, under the slugs that the application gives them. Pure. */
import type { CartSettings } from '../contract/cart-settings-contract.ts';
import type { FulfillmentModeInfo } from '../contract/shipment-promise-contract.ts';

export type FulfillmentModes = CartSettings['fulfillment_modes'];
type OrderType = FulfillmentModes[number]['order_type'];

export const isFulfillmentMode = (slug: string, modes: FulfillmentModes): boolean =>
  modes.some((mode) => mode.slug === slug);

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
