/** The twelve events: their types, and which of their fields are filled in here. */
import type { EventName } from '../../src/contract/events/event-payloads-contract.ts';

const who = ['context', 'user_id', 'anonymous_id'];
const whoAndVersion = [...who, 'version'];
const browsing = ['source_url', 'position', 'query', 'utm_medium', 'utm_source', 'utm_campaign'];

type Kind = readonly [type: string, filledIn: readonly string[]];

export const catalogue: Readonly<Record<EventName, Kind>> = {
  add_to_cart: ['engagement', [...who, 'event_type', ...browsing]],
  remove_from_cart: ['engagement', [...whoAndVersion, 'event_type', 'source_url', 'position']],
  order_checkout: ['conversion', whoAndVersion],
  order_checkedout: ['conversion', whoAndVersion],
  order_complete: ['conversion', whoAndVersion],
  product_listing: ['conversion', whoAndVersion],
  product_search: ['search', whoAndVersion],
  product_view: ['click', [...whoAndVersion, ...browsing]],
  product_wishlist_add: ['engagement', [...whoAndVersion, ...browsing, 'mrp', 'esp', 'currency']],
  product_wishlist_remove: ['engagement', [...whoAndVersion, 'source_url']],
  user_login: ['identity', whoAndVersion],
  user_logout: ['identity', whoAndVersion],
};
