/**
 * What rules of the merchant's own said of taxes and delivery, by docs/behaviour/custom-rules.md: the same cart with their taxes.
 * What they said of delivery stays beside it, where it can be used.
 */
import type { Article } from '../../src/pricing/pricing-types.ts';
import type { Case } from './case.ts';
import { basketOf } from './goods.ts';
import type { CaseRules } from './shop-case.ts';

type Taxes = NonNullable<CaseRules['taxes']>;
type Said = NonNullable<Taxes['charges']>;

/** Everything that has a price in the shop's currency is asked about. */
const askedOf = (given: Case): readonly Article[] =>
  basketOf({ ...given, currency: given.home }).goods.map(({ article }) => article);

const leviesOf = (said: Said) => said.map(({ rate, ...who }) => ({ ...who, rate: Math.round(rate * 10_000) }));
const rateOf = (said: Said): number => leviesOf(said).reduce((sum, { rate }) => sum + rate, 0);

/** Who is exempt stays so; where prices without tax count, they stay the same, else those with it do. */
const taxedAs = (article: Article, said: Said | undefined, keepsNet: boolean): Article => {
  if (said === undefined || article.exemption !== undefined) return article;
  const { pricedAtRate, ...rest } = article;
  const inside = pricedAtRate ?? article.taxRate;
  const moved = keepsNet && inside !== rateOf(said) ? { pricedAtRate: inside } : {};
  return { ...rest, taxRate: rateOf(said), levies: leviesOf(said), ...moved };
};

const withTaxes = (given: Case, { lines = [], charges }: Taxes, keepsNet: boolean): Case => ({
  ...given,
  articles: given.articles.map((article) =>
    taxedAs(article, lines.find(({ article_id: id }) => id === article.uid)?.taxes, keepsNet),
  ),
  charges:
    charges === undefined ? given.charges : { ...given.charges, taxRate: rateOf(charges), levies: leviesOf(charges) },
});

/** An answer that names what was not asked about is none. */
export const withRules = (given: Case): Case => {
  const { rules, taxes: table } = given.shop ?? {};
  if (rules === undefined) return given;
  const asked = askedOf(given);
  const { taxes, charges } = rules;
  const isOfGoods = (taxes?.lines ?? []).every(({ article_id: id }) => asked.some(({ uid }) => uid === id));
  const methods = given.shipping?.methods.map(({ id }) => id);
  const isOfParcels = charges?.parcels.every(
    ({ store_id: store, methods: named }) =>
      asked.some(({ storeId }) => storeId === store) && named.every(({ id }) => methods?.includes(id)),
  );
  const keepsNet = table === undefined ? rules.keepsNet : table.priceBasis === 'net';
  const taxed = taxes === undefined || !isOfGoods ? given : withTaxes(given, taxes, keepsNet);
  const { charges: _charges, ...others } = rules;
  return isOfParcels === true ? taxed : { ...taxed, shop: { ...given.shop, rules: others } };
};

/** By method, what is charged for a parcel of the store; null: the shop's own rates. */
export const saidOfStore = ({ shop }: Case, store: number | undefined): ReadonlyMap<string, number> | null => {
  const said = shop?.rules?.charges?.parcels.find(({ store_id: id }) => id === store);
  return said === undefined ? null : new Map(said.methods.map(({ id, charge }) => [id, charge]));
};
