/** Records of the company that are kept one by one: where they are, what they are called, and what of them a list shows. */
import { h } from 'preact';
import type { FormName } from '../../forms/form-schemas.ts';
import { type Json, record } from '../../forms/schema-rules.ts';
import { amount } from '../../parts/amounts.ts';
import type { Column } from '../../parts/lists/listing.tsx';
import { inWords } from '../../parts/names.ts';
import { State } from '../../parts/page.tsx';
import { clockName, countryName } from '../../parts/fields/places.ts';
import { dayOf, sinceDay } from '../../parts/times.ts';
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
  /** What it means that there are none. */
  readonly empty?: string;
  readonly writes: string;
  /** What names it: said once, when it is made. */
  readonly keys: readonly string[];
  /** Known by a number, of which the service knows the next. */
  readonly isNumbered?: boolean;
  /** What a new one begins with. */
  readonly begin?: () => Json;
  readonly idOf: (row: Json) => string;
  readonly nameOf: (row: Json) => string;
  /** What its page is called, where its name alone would be a bare code. */
  readonly titleOf?: (row: Json) => string;
  readonly columns: readonly Column<Json>[];
  /** Where a row stands among those of its page, where not by what names it. */
  readonly placeOf?: (row: Json) => number;
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
  empty: 'Stores deliver to places. Say which there are, with the city and the country they lie in.',
  writes: 'company/locations/write',
  keys: ['area'],
  idOf: of('area'),
  nameOf: of('area'),
  titleOf: (row) => ['Place', of('area')(row), of('city')(row)].filter(Boolean).join(' '),
  columns: [
    { name: 'Place', show: (row) => (of('area')(row) === '*' ? 'Everywhere (*)' : of('area')(row)) },
    column('City', 'city'),
    { name: 'Country', show: (row) => countryName(of('country')(row)) },
    { name: 'Zones', show: ({ zones }) => list(zones) || '–' },
    { name: 'Time zone', show: (row) => clockName(of('time_zone')(row)) },
  ],
  filters: [
    ['q', 'City, or how the code begins'],
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
    'Taxes by where goods go. Where a rate is for the place, it counts instead of the one of the article. Where several of one tax are for it, the narrowest counts; different taxes are added up.',
  empty:
    'Without any, every article is taxed at the rate of its own. Add one for a country or a state that has another.',
  writes: 'company/locations/write',
  keys: ['id'],
  idOf: of('id'),
  nameOf: of('id'),
  titleOf: (row) => `${of('name')(row)} ${of('rate')(row)}%, ${whereOf(row)}`,
  columns: [
    column('Row', 'id'),
    column('Tax', 'name'),
    { name: 'Rate', show: ({ rate }) => `${text(rate)}%`, isFigure: true },
    { name: 'Where', show: whereOf },
    { name: 'Postal codes', show: postal },
    wordColumn('Class', 'tax_class', 'Standard'),
    { name: 'From', show: (row) => dayOf(of('valid_from')(row)) },
    { name: 'Until', show: (row) => dayOf(of('valid_until')(row)) },
  ],
  filters: [['q', 'Name or place']],
  isRemovable: true,
};

/** What each rate begins with: “₹99.00, from ₹1,499.00”; one that grows is told so. */
const chargesOf = (rates: unknown): string =>
  (Array.isArray(rates) ? rates : [])
    .map((rate) => {
      const bands = record(rate)['bands'];
      const [first, ...more] = (Array.isArray(bands) ? bands : []).map(record);
      return `${more.length > 0 || first?.['each'] ? 'from ' : ''}${amount(Number(first?.['charge'] ?? 0))}`;
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
    'What shoppers can choose from, in this order. The first that has a rate for the place is the usual one. Without any, delivery costs what is set under Settings, Delivery.',
  empty:
    'Ways of delivery that shoppers choose from, each with its charges. Without any there is one way, at the shop’s charge.',
  placeOf: ({ position }) => Number(position ?? 0),
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
  filters: [['q', 'Name']],
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
  about:
    'What one unit of a currency is worth in another. An article without a price in the shopper’s currency is converted by the newest rate that is valid.',
  empty: 'Needed only where shoppers may pay in more than one currency.',
  writes: 'company/products/write',
  keys: ['from', 'to', 'valid_from'],
  idOf: rateId,
  nameOf: (row) => `${of('from')(row)} to ${of('to')(row)}`,
  columns: [
    { name: 'Currencies', show: (row) => `${of('from')(row)} → ${of('to')(row)}` },
    { name: 'Rate', show: of('rate'), isFigure: true },
    { name: 'Since', show: (row) => sinceDay(of('valid_from')(row)) },
  ],
  filters: [
    ['from', 'From, such as INR'],
    ['to', 'To, such as EUR'],
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
  isNumbered: true,
  about: 'Who sells an article, and appears with it in the cart and on invoices.',
  empty: 'Needed only where others sell in this shop, too.',
  writes: 'company/products/write',
  keys: ['uid'],
  idOf: of('uid'),
  nameOf: of('name'),
  columns: [
    column('Seller', 'name'),
    column('Number', 'uid'),
    column('GSTIN', 'gstin'),
    { name: 'State', show: ({ is_active }) => h(State, { of: is_active === false ? 'not selling' : 'active' }) },
  ],
  filters: [['q', 'Name or GSTIN']],
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
  isNumbered: true,
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
  isNumbered: false,
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
  isNumbered: true,
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
