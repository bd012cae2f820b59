/** The shipping methods of a shop and what the shopper chose of them, as pricing takes them. Pure. */
import { unitWeightOf } from '../../catalog/unit-size-rules.ts';
import type { ShippingMethodRow } from '../../contract/catalog/shipping-contract.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import type { ShippingBand, ShippingMethod, ShippingRate } from '../../pricing/shipping-types.ts';
import { toMinor } from '../../shared/money.ts';
import { onceFor, oncePer } from '../../shared/once-per.ts';
import type { CartDocument } from '../store/cart-document.ts';
import type { Goods } from './read-goods.ts';

type Rate = ShippingMethodRow['rates'][number];
const GRAMS = 3;

/** Money in minor units, kilograms in grams, units as they are. */
const exponentBy = (by: ShippingRate['by'], exponent: number): number => {
  if (by === 'quantity') return 0;
  return by === 'value' ? exponent : GRAMS;
};
const scaled = (figure: number | null | undefined, exponent: number): number | null =>
  figure === null || figure === undefined ? null : toMinor(figure, exponent);

const bandOf = (band: Rate['bands'][number], by: ShippingRate['by'], exponent: number): ShippingBand => {
  const own = exponentBy(by, exponent);
  const [each, step] = [scaled(band.each, exponent) ?? 0, scaled(band.step, own) ?? 0];
  return {
    from: scaled(band.from, own) ?? 0,
    charge: scaled(band.charge, exponent) ?? 0,
    ...(each > 0 && step > 0 ? { more: { each, step } } : {}),
  };
};

const rateOf = (rate: Rate, exponent: number): ShippingRate => {
  const { zones = [], countries = [], by = 'value', bands } = rate;
  return {
    zones,
    countries,
    by,
    bands: bands.map((band) => bandOf(band, by, exponent)),
    freeFrom: scaled(rate.free_from, exponent),
    unweighed: scaled(rate.weight_if_unknown, GRAMS),
  };
};

const methodOf = (row: ShippingMethodRow, exponent: number): ShippingMethod => ({
  id: row.id,
  name: row.name,
  journey: row.journey ?? null,
  once: row.charged !== 'shipment',
  heaviest: scaled(row.maximum_weight, GRAMS),
  rates: row.rates.map((rate) => rateOf(rate, exponent)),
});

/** A method looks the same to every cart of a shop: a company may have a million bands. */
const methodsIn = oncePer((row: ShippingMethodRow) => onceFor((exponent: number) => methodOf(row, exponent)));

/** Those that this application offers. */
export const methodsFor = ({ delivery }: Goods, applicationId: string): readonly ShippingMethodRow[] =>
  delivery.methods.filter(({ application_id: only }) => typeof only !== 'string' || only === applicationId);

/** Nothing for a shop without methods. */
export const shippingInput = (
  goods: Goods,
  { shipping }: Pick<CartDocument, 'shipping'>,
  rows: readonly ShippingMethodRow[],
  { country, exponent }: { readonly country: string; readonly exponent: number },
): Pick<PriceInput, 'shipping'> => {
  if (rows.length === 0) return {};
  const articles = goods.lines.flatMap(({ article }) => article ?? []);
  return {
    shipping: {
      methods: rows.map((row) => methodsIn(row)(exponent)),
      country,
      chosen: shipping?.stores ?? {},
      usual: shipping?.usual ?? null,
      weights: new Map(articles.map((article) => [article.uid, unitWeightOf(article)])),
    },
  };
};
