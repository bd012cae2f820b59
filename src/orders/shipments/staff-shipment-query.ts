/** Which shipments and lines a query asks for. Pure. */
import type { BagsQuery, ShipmentsQuery } from '../../contract/orders/staff-shipment-requests.ts';
import { Refusal } from '../../shared/errors.ts';
import { listingFilterOf } from '../order-query.ts';
import type { ShipmentFilter } from './shipment-list-store.ts';

const MOST_NAMES = 50;

/** Names that are separated by commas. */
const namesIn = (field: string, text: string | undefined): readonly string[] => {
  const names = [...new Set((text ?? '').split(',').map((one) => one.trim()))].filter((one) => one !== '');
  if (names.length <= MOST_NAMES) return names;
  throw new Refusal('body_invalid', { details: [{ field, message: `Name at most ${MOST_NAMES}.` }] });
};

const storesIn = (text: string | undefined): readonly number[] | undefined => {
  const stores = namesIn('stores', text).map(Number);
  if (stores.some((store) => !Number.isSafeInteger(store))) {
    throw new Refusal('body_invalid', { details: [{ field: 'stores', message: 'Name stores by their numbers.' }] });
  }
  return stores.length === 0 ? undefined : stores;
};

export const shipmentFilterOf = (query: ShipmentsQuery): ShipmentFilter => {
  const { bag_status: bagStatus, status_assigned: state, search_value: name, tags: tag, stores, order_type } = query;
  const {
    state: _state,
    orderId: _order,
    ...filter
  } = listingFilterOf({ ...query, ...(tag === undefined ? {} : { tag }) });
  return {
    ...filter,
    state: bagStatus ?? state,
    name: name === '' ? undefined : name,
    stores: storesIn(stores),
    orderType: order_type,
  };
};

export type NamedBags = Readonly<Record<'bags' | 'shipments' | 'orders', readonly string[]>>;

export const namedBags = (query: BagsQuery): NamedBags => {
  const named = {
    bags: namesIn('bag_ids', query.bag_ids),
    shipments: namesIn('shipment_ids', query.shipment_ids),
    orders: namesIn('order_ids', query.order_ids),
  };
  if (Object.values(named).some((names) => names.length > 0)) return named;
  const message = 'Name lines, shipments or orders. All shipments are listed by shipments-listing.';
  throw new Refusal('body_invalid', { details: [{ field: 'bag_ids', message }] });
};
