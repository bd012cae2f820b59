/** What can be done to several products, or to the prices of several articles, at once. */
import type { ProductRow } from '../../../../src/contract/catalog/catalog-feed-contract.ts';
import type { StockView } from '../../../../src/contract/catalog/record-contract.ts';
import { change } from '../../call.ts';
import type { Bulk, BulkAct } from '../../parts/lists/bulk.tsx';
import { catalogPath } from '../../paths.ts';
import { shop } from '../../session.ts';
import { changedPrice } from './price-rules.ts';

const needs = 'company/products/write';
const many = (n: number): string => (n === 1 ? 'one product' : `${n} products`);
const selling = (name: string, isActive: boolean, done: string): BulkAct<ProductRow> => ({
  name,
  needs,
  ask: (n) => (isActive ? `Sell ${many(n)}?` : `Take ${many(n)} off sale?`),
  about: isActive ? 'Shoppers find them at once.' : 'Shoppers no longer find them. They can be sold again.',
  run: ({ uid, name: title }) =>
    change('PATCH', `${catalogPath}/products/${uid}`, `${title} ${done}`, { body: { is_active: isActive } }),
});
export const productBulk: Bulk<ProductRow> = {
  idOf: ({ uid }) => String(uid),
  acts: [selling('Sell', true, 'is sold'), selling('Take off sale', false, 'is no longer sold')],
};

const pricing: BulkAct<StockView> = {
  name: 'Change prices',
  needs,
  ask: (n) => `Change the price of ${n === 1 ? 'one article' : `${n} articles`}?`,
  fields: {
    price: {
      name: 'By or to',
      required: true,
      hint: 'A new price such as 499, or a change such as -10% or +5%. Only prices in the shop’s currency change.',
    },
  },
  run: async (row, { price = '' }) => {
    const prices = row.prices.map((one) =>
      one.currency_code === shop.value.currency ? changedPrice(one, price, shop.value.currency) : one,
    );
    const path = `${catalogPath}/inventory/${encodeURIComponent(row.uid)}`;
    const body = { prices, expected_version: row.version };
    return change('PATCH', path, `Price of ${row.uid} changed`, { body });
  },
};
export const stockBulk: Bulk<StockView> = { idOf: ({ uid }) => uid, acts: [pricing] };
