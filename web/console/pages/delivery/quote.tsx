/** What taxes and delivery would be at a place: who levies what by which row of the table, and by what it can go for how much. */
import { useState } from 'preact/hooks';
import type { Quoted, QuoteRequest } from '../../../../src/contract/cart/places/quote-contract.ts';
import { Notice } from '../../../ui/states.tsx';
import { amount, currencySign } from '../../parts/amounts.ts';
import { Select, Text } from '../../parts/field.tsx';
import { type Column, Rows } from '../../parts/lists/listing.tsx';
import { Panel } from '../../parts/page.tsx';
import { countries } from '../../parts/fields/places.ts';
import { fromField } from '../../parts/times.ts';
import { useStoreNames } from '../products/store-names.ts';

const nothing = {
  country: '',
  state: '',
  at: '',
  groups: '',
  vat: '',
  vatState: 'checked',
  price: '',
  taxClass: '',
  store: '',
};
type Words = typeof nothing;

const given = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined));

type Asked = { readonly area: string; readonly item: string; readonly size: string; readonly quantity: number };
/** Fields that stand empty are not asked about. */
const bodyOf = ({ area, item, size, quantity }: Asked, words: Words): QuoteRequest => ({
  items: [
    {
      ...(item === '' ? {} : { product_id: item, size }),
      quantity,
      ...given({
        price: words.price === '' ? '' : Number(words.price),
        tax_class: words.taxClass,
        store_id: words.store === '' ? '' : Number(words.store),
      }),
    },
  ],
  ...given({
    area_code: area,
    country_iso_code: words.country,
    state: words.state,
    as_of: fromField(words.at) ?? '',
    user_groups: words.groups === '' ? '' : words.groups.split(',').map((group) => group.trim()),
    vat_id: words.vat,
    vat_state: words.vat === '' ? '' : words.vatState,
  }),
});

/** Who, when and what else is supposed, as fields, and the question they make. */
export const useSupposed = () => {
  const [words, setWords] = useState(nothing);
  const stores = useStoreNames();
  const field = (name: keyof Words) => ({
    value: words[name],
    onChange: (value: string) => setWords((before) => ({ ...before, [name]: value })),
  });
  const fields = (
    <details>
      <summary>Suppose more</summary>
      <div class="filters">
        <Select name="Country" choices={[['', 'That of the place'], ...countries()]} {...field('country')} />
        <Text name="State" {...field('state')} />
        <Text name="Moment" type="datetime-local" {...field('at')} />
        <Text name="Groups of the customer" placeholder="trade, press" {...field('groups')} />
        <Text name="VAT number" {...field('vat')} />
        <Select
          name="The service says"
          choices={[
            ['checked', 'known'],
            ['invalid', 'not known'],
            ['unchecked', 'nothing yet'],
          ]}
          {...field('vatState')}
        />
        <Text name="Price of a unit" type="number" step="any" unit={currencySign()} {...field('price')} />
        <Text name="Tax class" {...field('taxClass')} />
        <Select
          name="From store"
          hint="Goods without a product need a price and a store."
          choices={[['', 'Whichever has it'], ...[...stores].map(([uid, name]) => [String(uid), name] as const)]}
          {...field('store')}
        />
      </div>
    </details>
  );
  return { fields, hasGoods: words.price !== '' && words.store !== '', body: (asked: Asked) => bodyOf(asked, words) };
};

const sources = {
  table: 'by the table of taxes',
  article: 'by the article itself: the table has no row of this country',
  rule: 'by a custom rule',
};
const bases = {
  origin: 'Rates of the store’s country: the threshold of the One Stop Shop is not passed.',
  destination: 'Rates of the destination, by the One Stop Shop.',
};
const freed = { exempt: 'This customer pays no tax.', reverse_charge: 'The business that buys owes the tax itself.' };

type Levied = Quoted['items'][number]['levies'][number] & { readonly of: string };
const taxRows = ({ items, charges }: Quoted): readonly Levied[] =>
  [
    ...items.map(({ name, item_id: id, levies }) => ({ of: name || String(id ?? 'Goods'), levies })),
    ...charges.map(({ name, levies }) => ({ of: name, levies })),
  ].flatMap(({ of, levies }) => levies.map((levy) => ({ ...levy, of })));

const taxColumns = (currency: string): readonly Column<Levied>[] => [
  { name: 'Of', show: ({ of }) => of },
  { name: 'Tax', show: ({ name, jurisdiction }) => (jurisdiction === undefined ? name?.toUpperCase() : name) },
  { name: 'Who levies it', show: ({ jurisdiction }) => jurisdiction ?? '–' },
  { name: 'Row', show: ({ row_id: row }) => (row ? <code>{row}</code> : '–') },
  { name: '%', show: ({ rate }) => rate, isFigure: true },
  { name: 'Amount', show: (levy) => amount(levy.amount ?? 0, currency), isFigure: true },
];

type Way = Quoted['shipping']['shipments'][number]['methods'][number];
const wayColumns = (currency: string): readonly Column<Way>[] => [
  { name: 'Method', show: ({ name, method_id: id }) => name ?? id },
  { name: 'Speed', show: ({ journey }) => journey },
  { name: 'Charge', show: ({ charge }) => amount(charge ?? 0, currency), isFigure: true },
  { name: 'Total', show: ({ total }) => amount(total ?? 0, currency), isFigure: true },
];

export const QuotedPlace = ({ quoted }: { readonly quoted: Quoted }) => {
  const { items, currency_code: currency, shipping, place, total, oss_basis: basis } = quoted;
  const first = items[0];
  const rows = taxRows(quoted);
  const ways = shipping.shipments.flatMap(({ methods }) => methods);
  return (
    <Panel title="Taxes and delivery">
      <p>
        {[place.area_code, place.state, place.country].filter(Boolean).join(', ')}: {amount(total, currency)},{' '}
        {quoted.prices_include_tax ? 'tax in the price' : 'tax on top'}
        {first && `, ${first.rate}% ${sources[first.source]}`}.
      </p>
      {basis && <Notice kind="good">{bases[basis]}</Notice>}
      {first?.exemption && <Notice kind="good">{freed[first.exemption]}</Notice>}
      {rows.length > 0 && <Rows label="Taxes" rows={rows} columns={taxColumns(currency)} />}
      {ways.length > 0 ? (
        <Rows label="Shipping methods" rows={ways} columns={wayColumns(currency)} />
      ) : (
        <p class="soft">{shipping.message}</p>
      )}
    </Panel>
  );
};
