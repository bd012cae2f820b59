/** What the pages of the shop would have told of a visit: the listing and the products that were looked at. Pure. */
import type { EventContext } from '../../contract/events/event-contract.ts';
import type { Visit } from './plan-visits.ts';
import type { DemoProduct, Kind, Outcome, Told } from './outcome.ts';
import { purchaseOf } from './purchase-events.ts';

const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';
const DESK = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36';

const contextOf = ({ isPhone }: Pick<Visit, 'isPhone'>, timezone: string): EventContext => ({
  library: { name: 'cartwright-demo', version: '1' },
  os: isPhone ? { name: 'Android', version: '14' } : { name: 'Linux', version: '' },
  timezone,
  screen: isPhone ? { width: 412, height: 915 } : { width: 1440, height: 900 },
  userAgent: isPhone ? PHONE : DESK,
  locale: 'en-IN',
  device: { isMobile: isPhone },
});

const STEP_MS = 45_000;

const envelope = (told: Told, visit: Visit, place: number, [name, type, payload]: Kind) => {
  const who = { user_id: null, anonymous_id: visit.visitor, version: '1' };
  // Of an event of a cart, the interface has no version.
  const { version: _, ...withoutVersion } = who;
  const whole = {
    ...payload,
    context: contextOf(visit, told.timeZone),
    ...(name === 'add_to_cart' ? withoutVersion : who),
  };
  return {
    application_id: told.applicationId,
    contains: Object.keys(whole),
    event: {
      category: 'click',
      name,
      type,
      version: '1',
      id: `${visit.visitor}-${place}`,
      created_timestamp: visit.at + place * STEP_MS,
      trace_id: [],
    },
    payload: whole,
  };
};

const listing = ({ currency }: Told, products: readonly DemoProduct[]): Kind => {
  const listed = products.slice(0, 4).map(({ item, brand, mrp, esp }) => ({
    name: item.name,
    product_id: item.uid,
    brand,
    esp,
    mrp,
    currency,
    source_url: '/',
  }));
  return ['product_listing', 'conversion', { query: '', item_total: products.length, products: listed }];
};

const categories = { l3_category: '', l1_category: '' };
const place = { source_url: '/', query: '', position: '1' };

const view = ({ currency }: Told, { item, brand, mrp, esp }: DemoProduct): Kind => {
  const prices = { mrp: Math.round(mrp), esp: Math.round(esp), currency };
  const payload = { product_id: item.uid, brand, quantity: 1, ...prices, ...categories, ...place };
  return ['product_view', 'click', payload];
};

const add = ({ currency }: Told, { put, cartId }: Outcome, { product, quantity }: Outcome['put'][number]): Kind => {
  const { item, brand, esp, size } = product;
  const payload = {
    cart_id: cartId || `${put.length}`,
    product_id: item.uid,
    article_id: `${item.uid}-${size}`,
    event_type: 'engagement',
    brand,
    currency,
    price: Math.round(esp),
    quantity,
    value: String(Math.round(esp) * quantity),
    ...categories,
    ...place,
  };
  return ['add_to_cart', 'engagement', payload];
};

/** All that the pages of the shop told of a visit, in the order it happened. */
export const eventsOf = (told: Told, outcome: Outcome, products: readonly DemoProduct[]) => {
  const looked = outcome.visit.looks.flatMap((rank) => products[rank] ?? []);
  const kinds = [
    listing(told, products),
    ...looked.map((product) => view(told, product)),
    ...outcome.put.map((one) => add(told, outcome, one)),
    ...purchaseOf(told, outcome),
  ];
  return kinds.map((kind, index) => envelope(told, outcome.visit, index, kind));
};
