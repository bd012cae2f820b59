/** Records of the company that are kept one by one: where they are, what they are called, and what of them a list shows. */
import type { FormName } from '../../forms/form-schemas.ts';
import { type Json, record } from '../../forms/schema-rules.ts';
import { amount } from '../../parts/amounts.ts';
import type { Column } from '../../parts/listing.tsx';
import { inWords } from '../../parts/names.ts';
import { dayOf } from '../../parts/times.ts';
import { catalogPath } from '../../paths.ts';
import { shop } from '../../session.ts';

export type RecordKind = {
  /** Where its pages are. */
  readonly to: string;
  readonly room: 'Products' | 'Delivery' | 'Settings';
  readonly path: string;
  readonly form: FormName;
  readonly many: string;
  readonly one: string;
  readonly about: string;
  readonly writes: string;
  /** What names it: said once, when it is made. */
  readonly keys: readonly string[];
  /** What a new one begins with. */
  readonly begin?: () => Json;
  readonly idOf: (row: Json) => string;
  readonly nameOf: (row: Json) => string;
  /** What its page is called, where its name alone would be a bare code. */
  readonly titleOf?: (row: Json) => string;
  readonly columns: readonly Column<Json>[];
  readonly filters: readonly (readonly [key: string, name: string])[];
  readonly isRemovable: boolean;
};

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const of =
  (member: string) =>
  (row: Json): string =>
    text(new Map(Object.entries(row)).get(member));
const column = (name: string, member: string): Column<Json> => ({ name, show: of(member) });
const wordColumn = (name: string, member: string, unset: string): Column<Json> => ({
  name,
  show: (row) => inWords(of(member)(row)) || unset,
});
const list = (value: unknown): string => (Array.isArray(value) ? value.map(text).join(', ') : '');

const rateId = (row: Json): string => {
  const from = Date.parse(of('valid_from')(row));
  return `${of('from')(row)}-${of('to')(row)}-${Number.isNaN(from) ? 0 : from}`;
};
const postal = ({ postal_from: from, postal_to: to }: Json): string =>
  [from, to]
    .map(text)
    .filter((code) => code !== '')
    .join('–');

const places: RecordKind = {
  to: '/delivery/places',
  room: 'Delivery',
  path: `${catalogPath}/areas`,
  form: 'area',
  begin: () => ({ time_zone: shop.value.time_zone }),
  many: 'Places and zones',
  one: 'place',
  about:
    'A place is a postal code, the beginning of one (4000*), or everywhere (*). Its zones are what offers can be restricted to.',
  writes: 'company/locations/write',
  keys: ['area'],
  idOf: of('area'),
  nameOf: of('area'),
  titleOf: (row) => ['Place', of('area')(row), of('city')(row)].filter(Boolean).join(' '),
  columns: [
    column('Place', 'area'),
    column('City', 'city'),
    column('Country', 'country'),
    { name: 'Zones', show: ({ zones }) => list(zones) },
    column('Time zone', 'time_zone'),
  ],
  filters: [
    ['q', 'City or beginning'],
    ['place', 'Covers the postal code'],
    ['zone', 'Zone'],
  ],
  isRemovable: true,
};

const whereOf = (row: Json): string =>
  ['country', 'state', 'county']
    .map((member) => of(member)(row))
    .filter(Boolean)
    .join(', ');

const taxRates: RecordKind = {
  to: '/settings/tax-rates',
  room: 'Settings',
  path: `${catalogPath}/tax-rates`,
  form: 'tax_rate',
  many: 'Tax rates',
  one: 'tax rate',
  about:
    'Tax by destination: where a row fits the place goods go to, it counts instead of the rate of the article. Of rows of one name the most particular counts; names add up.',
  writes: 'company/locations/write',
  keys: ['id'],
  idOf: of('id'),
  nameOf: of('id'),
  titleOf: (row) => `${of('name')(row)} ${of('rate')(row)}%, ${whereOf(row)}`,
  columns: [
    column('Row', 'id'),
    column('Tax', 'name'),
    { name: 'Rate', show: ({ rate }) => `${text(rate)} %`, isFigure: true },
    { name: 'Where', show: whereOf },
    { name: 'Postal codes', show: postal },
    wordColumn('Class', 'tax_class', 'Standard'),
    { name: 'From', show: (row) => dayOf(of('valid_from')(row)) },
    { name: 'Until', show: (row) => dayOf(of('valid_until')(row)) },
  ],
  filters: [['q', 'Words']],
  isRemovable: true,
};

/** What each rate begins with: “₹99.00, ₹1,499.00 +”; the sign says that it grows. */
const chargesOf = (rates: unknown): string =>
  (Array.isArray(rates) ? rates : [])
    .map((rate) => {
      const bands = record(rate)['bands'];
      const [first, ...more] = (Array.isArray(bands) ? bands : []).map(record);
      return `${amount(Number(first?.['charge'] ?? 0))}${more.length > 0 || first?.['each'] ? ' +' : ''}`;
    })
    .join(', ');

const shippingMethods: RecordKind = {
  to: '/settings/shipping-methods',
  room: 'Settings',
  path: `${catalogPath}/shipping-methods`,
  form: 'shipping_method',
  many: 'Shipping methods',
  one: 'shipping method',
  about:
    'What shoppers can choose from. The first method by position that has a rate for the place is the usual one. With no method at all, the delivery charges of the cart configuration count.',
  writes: 'company/locations/write',
  keys: ['id'],
  idOf: of('id'),
  nameOf: of('name'),
  columns: [
    column('Method', 'name'),
    column('Code', 'id'),
    { name: 'Position', show: ({ position }) => text(position) || '0', isFigure: true },
    wordColumn('Journey', 'journey', 'Any'),
    { name: 'Charges', show: ({ rates }) => chargesOf(rates) },
    { name: 'Offered', show: ({ is_active }) => (is_active === false ? 'No' : 'Yes') },
  ],
  filters: [['q', 'Words']],
  isRemovable: true,
};

const exchangeRates: RecordKind = {
  to: '/settings/exchange-rates',
  room: 'Settings',
  path: `${catalogPath}/exchange-rates`,
  form: 'exchange_rate',
  many: 'Exchange rates',
  one: 'exchange rate',
  begin: () => ({ from: shop.value.currency }),
  about: 'Prices in further currencies that an article does not name are converted by the newest rate that is valid.',
  writes: 'company/products/write',
  keys: ['from', 'to', 'valid_from'],
  idOf: rateId,
  nameOf: (row) => `${of('from')(row)} to ${of('to')(row)}`,
  columns: [
    column('From', 'from'),
    column('To', 'to'),
    { name: 'Rate', show: of('rate'), isFigure: true },
    { name: 'Since', show: (row) => dayOf(of('valid_from')(row)) },
  ],
  filters: [
    ['from', 'From'],
    ['to', 'To'],
  ],
  isRemovable: true,
};

const sellers: RecordKind = {
  to: '/products/sellers',
  room: 'Products',
  path: `${catalogPath}/sellers`,
  form: 'seller',
  many: 'Sellers',
  one: 'seller',
  about: 'Who sells an article, and appears with it in the cart and on invoices.',
  writes: 'company/products/write',
  keys: ['uid'],
  idOf: of('uid'),
  nameOf: of('name'),
  columns: [
    column('Seller', 'name'),
    column('Number', 'uid'),
    column('GSTIN', 'gstin'),
    { name: 'State', show: ({ is_active }) => (is_active === false ? 'Not selling' : 'Active') },
  ],
  filters: [['q', 'Words']],
  isRemovable: false,
};

/** They have pages of their own; what is here makes new ones and is their form. */
export const products: RecordKind = {
  to: '/products',
  room: 'Products',
  path: `${catalogPath}/products`,
  form: 'product',
  many: 'Products',
  one: 'product',
  about: 'What shoppers read of it. Its prices, stock and tax come next: they are those of its articles.',
  writes: 'company/products/write',
  keys: ['uid'],
  idOf: of('uid'),
  nameOf: of('name'),
  columns: [],
  filters: [],
  isRemovable: false,
};
export const articles: RecordKind = {
  ...products,
  to: '/products/articles',
  path: `${catalogPath}/articles`,
  form: 'article',
  many: 'Articles',
  one: 'article',
  begin: () => ({ prices: [{ currency_code: shop.value.currency }] }),
  about: 'This product in this size at this store: its prices, stock and tax.',
  nameOf: of('uid'),
};
export const stores: RecordKind = {
  ...places,
  to: '/delivery/stores',
  path: `${catalogPath}/stores`,
  form: 'store',
  many: 'Stores',
  one: 'store',
  about: 'Where goods are sent from and can be picked up, with its hours and how long its work takes.',
  keys: ['uid'],
  idOf: of('uid'),
  nameOf: of('name'),
  titleOf: of('name'),
  columns: [],
  filters: [],
};

/** Those with a list made from this table. */
export const listedKinds: readonly RecordKind[] = [places, taxRates, shippingMethods, exchangeRates, sellers];

/** A row without what only the service says of it. */
const told = new Set(['version', 'modified_at', 'warning', 'articles', 'articles_total', 'stock']);
export const rowOf = (kept: unknown): Json =>
  Object.fromEntries(Object.entries(record(kept)).filter(([name]) => !told.has(name)));
