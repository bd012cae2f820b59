/** Stock and price of an article, changed where they stand. */
import { useState } from 'preact/hooks';
import type { StockView } from '../../../../src/contract/catalog/record-contract.ts';
import { sentenceOf } from '../../../ui/states.tsx';
import { change } from '../../call.ts';
import { amount, currencySign } from '../../parts/amounts.ts';
import type { Column } from '../../parts/lists/listing.tsx';
import { moment } from '../../parts/times.ts';
import { WithUnit } from '../../parts/fields/unit.tsx';
import { catalogPath } from '../../paths.ts';
import { at, may, shop } from '../../session.ts';
import { basePrice, scheduledPrices } from './price-times-rules.ts';

type Saved = (kept: StockView) => void;

/** On the version that is shown: what somebody else has changed meanwhile is not overwritten. */
const save = async (
  row: StockView,
  body: Pick<Partial<StockView>, 'quantity' | 'prices'>,
  saved: Saved,
): Promise<void> => {
  const path = `${catalogPath}/inventory/${encodeURIComponent(row.uid)}`;
  const said = body.quantity === undefined ? `Price of ${row.uid} changed` : `Stock of ${row.uid} changed`;
  saved(await change<StockView>('PATCH', path, said, { body: { ...body, expected_version: row.version } }));
};

type CellProps = {
  readonly label: string;
  readonly value: number;
  readonly save: (value: number) => Promise<void>;
  readonly unit?: string;
};
const Cell = ({ label, value, save: keep, unit }: CellProps) => {
  const [problem, setProblem] = useState('');
  const put = async (text: string): Promise<void> => {
    const next = Number(text);
    if (text === '' || !Number.isFinite(next) || next === value) return;
    try {
      await keep(next);
      setProblem('');
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  return (
    <>
      <WithUnit unit={unit} isBefore>
        <input
          class={value > 0 ? 'cell' : 'cell none'}
          inputMode="decimal"
          aria-label={label}
          aria-invalid={problem !== ''}
          value={value}
          onChange={({ currentTarget }) => void put(currentTarget.value)}
        />
      </WithUnit>
      {problem !== '' && (
        <small class="warn" role="alert">
          {problem}
        </small>
      )}
    </>
  );
};

const baseOf = ({ prices }: StockView) => basePrice(prices, shop.value.currency);

/** Prices with a time, below the one that counts without. */
const Scheduled = ({ row }: { readonly row: StockView }) =>
  scheduledPrices(row.prices, Date.now()).map(({ effective, currency_code, valid_from, valid_until, state }, at) => (
    <small key={at} class={state === 'now' ? 'off' : 'soft'}>
      {amount(Number(effective), currency_code)}{' '}
      {state === 'now' ? `now, until ${moment(valid_until) || 'further notice'}` : `from ${moment(valid_from)}`}
      {state !== 'now' && valid_until ? ` to ${moment(valid_until)}` : ''}
    </small>
  ));

const PriceCell = ({ row, saved }: { readonly row: StockView; readonly saved: Saved }) => {
  const base = baseOf(row);
  if (base === undefined) return null;
  if (!may('company/products/write')) return <>{amount(Number(base.effective), base.currency_code)}</>;
  return (
    <Cell
      label={`Price of ${row.uid}`}
      unit={currencySign(base.currency_code)}
      value={Number(base.effective)}
      save={(effective) =>
        save(
          row,
          {
            prices: row.prices.map((price) =>
              price === base ? { ...price, effective, marked: Math.max(Number(price.marked), effective) } : price,
            ),
          },
          saved,
        )
      }
    />
  );
};

/** The article’s own page has its tax, its limits and all of its prices. */
const articleName = ({ uid }: StockView) =>
  may('company/products/read') ? (
    <a href={at(`/products/articles/${encodeURIComponent(uid)}`)}>
      <code>{uid}</code>
    </a>
  ) : (
    <code>{uid}</code>
  );

/** Names of stores by their number, for those who may read them. */
export type StoreNames = ReadonlyMap<number, string>;

export const productColumn: Column<StockView> = {
  name: 'Product',
  show: ({ item_id, item_name }) => <a href={at(`/products/${item_id}`)}>{item_name || item_id}</a>,
};

export const stockColumns = (saved: Saved, stores: StoreNames): readonly Column<StockView>[] => [
  { name: 'Article', show: articleName },
  { name: 'Size', show: ({ size }) => size },
  {
    name: 'Store',
    show: ({ store_id }) => <a href={at(`/delivery/stores/${store_id}`)}>{stores.get(store_id) ?? store_id}</a>,
  },
  {
    name: 'Marked',
    show: (row) => amount(Number(baseOf(row)?.marked ?? 0), baseOf(row)?.currency_code),
    isFigure: true,
  },
  {
    name: 'Price',
    show: (row) => (
      <>
        <PriceCell row={row} saved={saved} />
        <Scheduled row={row} />
      </>
    ),
    isFigure: true,
  },
  {
    name: 'In stock',
    show: (row) =>
      may('company/inventory/write') ? (
        <Cell label={`Stock of ${row.uid}`} value={row.quantity} save={(quantity) => save(row, { quantity }, saved)} />
      ) : (
        row.quantity
      ),
    isFigure: true,
  },
];
