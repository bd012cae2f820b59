/** Taxes and charges of shipping as rules of the merchant's own answered them, in the place of the shop's. Pure. */
import type { Levy } from '../../pricing/money/tax-types.ts';
import type { Article, PriceInput } from '../../pricing/pricing-types.ts';
import type { ShippingMethod, ShippingRate } from '../../pricing/shipping-types.ts';
import { sum } from '../../shared/money.ts';
import type { ShippingAnswer, TaxAnswer } from './answer-rules.ts';
import type { AskedArticle } from './question-rules.ts';

const rateOf = (levies: readonly Levy[]): number => sum(levies.map(({ rate }) => rate));

/** Who is exempt stays so. Where net prices count, what is left without tax stays the same. */
const taxed = (article: Article, levies: readonly Levy[] | undefined, keepsNet: boolean): Article => {
  if (levies === undefined || article.exemption !== undefined) return article;
  const { pricedAtRate, ...rest } = article;
  const inside = pricedAtRate ?? article.taxRate;
  const taxRate = rateOf(levies);
  return { ...rest, taxRate, levies, ...(keepsNet && inside !== taxRate ? { pricedAtRate: inside } : {}) };
};

export const withTaxes = (input: PriceInput, { articles, charges }: TaxAnswer, keepsNet: boolean): PriceInput => ({
  ...input,
  articles: new Map([...input.articles].map(([uid, article]) => [uid, taxed(article, articles.get(uid), keepsNet)])),
  charges: charges === null ? input.charges : { ...input.charges, taxRate: rateOf(charges), levies: charges },
});

const flat = (store: number, charge: number): ShippingRate => ({
  zones: [],
  countries: [],
  stores: [store],
  by: 'quantity',
  bands: [{ from: 0, charge }],
  freeFrom: null,
  unweighed: null,
});

/** Its own rates count for the stores of which nothing was said, as ever. What was said is said of each parcel of a store. */
const charged = (method: ShippingMethod, answer: ShippingAnswer, others: readonly number[]): ShippingMethod => {
  const said = [...answer].flatMap(([store, charges]) => {
    const charge = charges.get(method.id);
    return charge === undefined ? [] : [flat(store, charge)];
  });
  const own = others.length === 0 ? [] : method.rates.map((rate) => ({ ...rate, stores: others }));
  return { ...method, apart: [...answer.keys()], rates: [...said, ...own] };
};

export const withShippingCharges = (
  input: PriceInput,
  answer: ShippingAnswer,
  stores: readonly number[],
): PriceInput => {
  const { shipping } = input;
  if (shipping === undefined || answer.size === 0) return input;
  const others = stores.filter((store) => !answer.has(store));
  return { ...input, shipping: { ...shipping, methods: shipping.methods.map((one) => charged(one, answer, others)) } };
};

export const storesOf = (articles: readonly AskedArticle[]): readonly number[] =>
  [...new Set(articles.map(({ storeId }) => storeId))].toSorted((a, b) => a - b);

/** What leaves each store, and what it could go by. */
export const parcelsTold = ({ shipping }: PriceInput, articles: readonly AskedArticle[]): object => ({
  parcels: storesOf(articles).map((store) => ({
    store_id: store,
    lines: articles
      .filter(({ storeId }) => storeId === store)
      .map(({ uid, units }) => ({
        article_id: uid,
        quantity: units,
        grams: shipping?.weights.get(uid)?.scales ?? null,
        chargeable_grams: shipping?.weights.get(uid)?.chargeable ?? null,
      })),
  })),
  methods: (shipping?.methods ?? []).map(({ id, name, journey }) => ({ id, name, journey })),
});
