/** Examples of rows that feed a catalogue, one by one and in lists. */
import type { RequestExamples } from './example-ids.ts';

const seller = { uid: 9, name: 'Example Traders', gstin: '27AAPFU0939F1ZV' };
const product = {
  uid: 90001,
  slug: 'linen-shirt-sage',
  name: 'Linen shirt, sage',
  brand: { uid: 90, name: 'Example' },
  category_hierarchy: [
    { l1: { uid: 1, name: 'Fashion' }, l2: { uid: 11, name: 'Men' }, l3: { uid: 111, name: 'Shirts' } },
  ],
  sizes: [{ value: 'M', display: 'M' }],
};
const prices = [{ currency_code: 'INR', marked: 1999, effective: 1499.5 }];
const article = {
  uid: '90001-M-109',
  item_id: 90001,
  size: 'M',
  store_id: 109,
  seller_id: 9,
  quantity: 12,
  prices,
  gst_rate: 12,
  hsn_code: '6205',
};
const open = [{ opens: '10:00', closes: '20:00' }];
const store = {
  uid: 109,
  name: 'Example Street',
  store_code: 'EXAMPLE',
  area_code: '400001',
  city: 'Mumbai',
  state: 'Maharashtra',
  country: 'IN',
  time_zone: 'Asia/Kolkata',
  hours: { monday: open, tuesday: open, wednesday: open, thursday: open, friday: open, saturday: open, sunday: [] },
  processing_minutes: 120,
  pickup: true,
};
const area = { area: '4009*', country: 'IN', city: 'Mumbai', time_zone: 'Asia/Kolkata', zones: [1] };
const lane = {
  store_uid: 109,
  area: '4009*',
  journeys: { standard: { unit: 'days', min: 1, max: 3 } },
  distance_km: 12,
};
const rate = { from: 'INR', to: 'GBP', rate: '0.0093', valid_from: '2026-01-01T00:00:00.000Z' };
const method = {
  id: 'economy',
  name: 'Economy delivery',
  position: 8,
  rates: [{ by: 'weight', weight_if_unknown: 0.5, bands: [{ from: 0, charge: 49 }], free_from: 999 }],
};
const tax = { id: 'de-vat', name: 'VAT', country: 'DE', rate: 19 };

export const catalogExamples: RequestExamples = {
  feedSellers: [seller],
  putSeller: seller,
  changeSeller: { name: 'Example Traders and Daughters' },
  feedProducts: [product],
  putProduct: product,
  changeProduct: { name: 'Linen shirt, sage green', tags: ['new-arrival'] },
  feedArticles: [article],
  putArticle: article,
  changeArticle: { prices },
  feedInventory: [{ uid: '90001-M-109', quantity: 20, prices }],
  feedStores: [store],
  putStore: store,
  changeStore: { pickup: false },
  feedAreas: [area],
  putArea: area,
  changeArea: { city: 'Navi Mumbai' },
  feedLanes: [lane],
  putLane: lane,
  changeLane: { distance_km: 14 },
  feedExchangeRates: [rate],
  putExchangeRate: rate,
  changeExchangeRate: { rate: '0.0094' },
  feedShippingMethods: [method],
  putShippingMethod: method,
  changeShippingMethod: { position: 9 },
  feedTaxRates: [tax],
  putTaxRate: tax,
  changeTaxRate: { rate: 20 },
  addPicture: { content: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' },
  createImport: 'uid,name\n9,Example Traders\n',
};
