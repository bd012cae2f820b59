/**
 * Which method takes each parcel of a cart, and what it costs. Goods of one store that go the same way are a parcel. Which method
 * can take it depends on the place, the way, units and weights, never on money: so it is known before the first offer is.
 */
import type { Minor } from '../../shared/money.ts';
import { onceFor, onceInARow } from '../../shared/once-per.ts';
import { ownEntry } from '../../shared/own-entry.ts';
import { compareTexts } from '../../shared/text-order.ts';
import { lineAmount } from '../lots.ts';
import type { PricedLine } from '../priced-types.ts';
import type { PriceInput } from '../pricing-types.ts';
import type {
  Consignment,
  Parcel,
  Shipping,
  ShippingBand,
  ShippingMethod,
  ShippingPart,
  ShippingRate,
  Way,
} from '../shipping-types.ts';
import { fromHome } from './in-currency.ts';

type Goods = readonly PricedLine[];

const wayOf = ({ asked }: PricedLine): Way => asked.way ?? 'standard';

/** By store, then way. What is given away, picked up or sold over the counter is in none. */
const parcelsOf = (lines: Goods): readonly Parcel[] => {
  const carried = lines.flatMap((line, at) => (line.gift === null && line.asked.pos !== true ? [{ line, at }] : []));
  return [...Map.groupBy(carried, ({ line }) => `${line.article.storeId}/${wayOf(line)}`).values()]
    .flatMap(([first, ...rest]) =>
      first === undefined
        ? []
        : [
            {
              storeId: first.line.article.storeId,
              way: wayOf(first.line),
              lines: [first, ...rest].map(({ at }) => at),
            },
          ],
    )
    .toSorted((a, b) => a.storeId - b.storeId || compareTexts(a.way, b.way));
};

const unitsOf = (at: readonly number[], lines: Goods): number =>
  at.reduce((units, each) => units + (lines[each]?.quantity ?? 0), 0);

/** Null where a unit is not weighed and counts nothing instead, and where all together are more than can be counted. */
const gramsOf = (at: readonly number[], lines: Goods, by: 'scales' | 'chargeable', how: Weighing): number | null => {
  let grams = 0;
  for (const each of at) {
    const line = lines[each];
    const own = (line && how.weights.get(line.article.uid)?.[by]) ?? how.unweighed;
    if (own === null) return null;
    grams += own * (line?.quantity ?? 0);
  }
  return Number.isSafeInteger(grams) ? grams : null;
};
type Weighing = Pick<Shipping, 'weights'> & Pick<ShippingRate, 'unweighed'>;

/** In minor units of the cart, grams or units; null: it cannot be measured. */
const measureOf = ({ by, unweighed }: ShippingRate, at: readonly number[], lines: Goods, { weights }: Shipping) => {
  if (by === 'quantity') return unitsOf(at, lines);
  if (by === 'value') return at.reduce((sum, each) => sum + amountAt(lines, each), 0);
  return gramsOf(at, lines, by === 'weight' ? 'scales' : 'chargeable', { weights, unweighed });
};
const amountAt = (lines: Goods, at: number): Minor => {
  const line = lines[at];
  return line === undefined ? 0 : lineAmount(line);
};

/** Rates that can count. Goods that one cannot measure, because their weight is not known, no other by the same weight can; and behind one that measures anything nobody looks. */
const reachable = (rates: readonly ShippingRate[]): readonly ShippingRate[] => {
  const strict = new Set<ShippingRate['by']>();
  const found: ShippingRate[] = [];
  for (const rate of rates) {
    const { by, unweighed, stores } = rate;
    const isWeight = by === 'weight' || by === 'chargeable_weight';
    if (isWeight && unweighed === null && strict.has(by)) continue;
    found.push(rate);
    if (stores !== undefined) continue;
    if (!isWeight) break;
    if (unweighed === null) strict.add(by);
  }
  return found;
};

/**
 * Those of a method that are for the place: looked for once, not for each of hundreds of parcels, nor for each of the hundreds of
 * times that a list of what would be prices the cart.
 */
const ratesAt = onceInARow(({ country }: Shipping) =>
  onceFor((place: NonNullable<PriceInput['place']> | 'nowhere') => {
    const zones = new Set(place === 'nowhere' ? [] : place.zones);
    const isHere = (rate: ShippingRate): boolean =>
      (rate.zones.length === 0 || rate.zones.some((zone) => zones.has(zone))) &&
      (rate.countries.length === 0 || rate.countries.includes(country ?? ''));
    return onceFor((rates: readonly ShippingRate[]) => reachable(rates.filter(isHere)));
  }),
);

const isForStores = ({ stores }: ShippingRate, at: readonly number[], lines: Goods): boolean =>
  stores === undefined || at.every((each) => stores.includes(lines[each]?.article.storeId ?? -1));

/** The rate at which a method takes these goods; undefined: it does not. */
const rateFor = (
  { rates }: Pick<ShippingMethod, 'rates'>,
  at: readonly number[],
  lines: Goods,
  input: PriceInput,
): ShippingRate | undefined => {
  const { shipping } = input;
  if (shipping === undefined) return undefined;
  const { weights } = shipping;
  const isWeighed = onceFor(
    (by: 'scales' | 'chargeable') => gramsOf(at, lines, by, { weights, unweighed: null }) !== null,
  );
  const isMeasured = (rate: ShippingRate): boolean => {
    if (rate.by === 'quantity' || rate.by === 'value') return true;
    if (isWeighed(rate.by === 'weight' ? 'scales' : 'chargeable')) return true;
    return rate.unweighed !== null && measureOf(rate, at, lines, shipping) !== null;
  };
  return ratesAt(shipping)(input.place ?? 'nowhere')(rates).find(
    (rate) => isForStores(rate, at, lines) && isMeasured(rate),
  );
};

/** Whether a method takes a parcel; of what is not weighed nobody knows that it is too heavy. */
const takes = (method: ShippingMethod, { way, lines: at }: Parcel, lines: Goods, input: PriceInput): boolean => {
  const { journey, heaviest } = method;
  if (journey !== null && journey !== way) return false;
  const weights = input.shipping?.weights ?? new Map();
  const grams = heaviest === null ? 0 : (gramsOf(at, lines, 'scales', { weights, unweighed: 0 }) ?? 0);
  return (heaviest === null || grams <= heaviest) && rateFor(method, at, lines, input) !== undefined;
};

const methodFor = (parcel: Parcel, lines: Goods, shipping: Shipping, input: PriceInput): ShippingMethod | null => {
  const isAble = (method: ShippingMethod): boolean => takes(method, parcel, lines, input);
  const wanted = ownEntry(shipping.chosen, String(parcel.storeId)) ?? shipping.usual;
  const asWanted = shipping.methods.find((method) => method.id === wanted && isAble(method));
  return asWanted ?? shipping.methods.find(isAble) ?? null;
};

const isTogether = (method: ShippingMethod | null, { storeId }: Parcel): method is ShippingMethod =>
  method?.once === true && method.apart?.includes(storeId) !== true;

/** Undefined for a shop without methods: its table of charges counts. */
export const consign = (lines: Goods, input: PriceInput): readonly Consignment[] | undefined => {
  const { shipping } = input;
  if (shipping === undefined) return undefined;
  const found = (input.pickup ? [] : parcelsOf(lines)).map((parcel) => ({
    parcel,
    method: methodFor(parcel, lines, shipping, input),
  }));
  const together = Map.groupBy(found, ({ parcel, method }) =>
    isTogether(method, parcel) ? method.id : `${parcel.storeId}/${parcel.way}/`,
  );
  return [...together.values()].map((same) => ({
    method: same[0]?.method ?? null,
    parcels: same.map(({ parcel }) => parcel),
  }));
};

/** A band in the cart's currency; what is counted or weighed stays as it is. */
const bandIn = ({ from, charge, more }: ShippingBand, by: ShippingRate['by'], input: PriceInput): ShippingBand => {
  const scaled = (figure: number): number => (by === 'value' ? fromHome(figure, input) : figure);
  return {
    from: scaled(from),
    charge: fromHome(charge, input),
    // A step that converts to nothing would be begun without end.
    ...(more && { more: { each: fromHome(more.each, input), step: Math.max(1, scaled(more.step)) } }),
  };
};

type Asked = Pick<ShippingPart, 'charge' | 'each' | 'steps'>;
const nothing: Asked = { charge: 0, each: 0, steps: 0 };

const askedBy = ({ bands, by }: ShippingRate, measure: number, input: PriceInput): Asked => {
  const band = bands.map((each) => bandIn(each, by, input)).findLast(({ from }) => from <= measure);
  if (band === undefined) return nothing;
  const { charge, from, more } = band;
  if (more === undefined || more.each === 0) return { ...nothing, charge };
  return { charge, each: more.each, steps: Math.ceil((measure - from) / more.step) };
};

/** What a method charges for these goods; `goods` is what the whole cart costs. */
export const quoteOf = (
  { id, name, ...method }: ShippingMethod,
  parcels: readonly Parcel[],
  { lines, goods }: { readonly lines: Goods; readonly goods: Minor },
  input: PriceInput,
): Omit<ShippingPart, 'amount'> | null => {
  const { shipping } = input;
  const at = parcels.flatMap((parcel) => parcel.lines);
  const rate = rateFor(method, at, lines, input);
  if (rate === undefined || shipping === undefined) return null;
  const measure = measureOf(rate, at, lines, shipping) ?? 0;
  const freeFrom = rate.freeFrom === null ? null : fromHome(rate.freeFrom, input);
  const isFree = freeFrom !== null && goods >= freeFrom;
  const asked = isFree ? nothing : askedBy(rate, measure, input);
  return {
    method: id,
    name,
    stores: parcels.map(({ storeId }) => storeId),
    by: rate.by,
    measure,
    ...asked,
    freeFrom,
    preset: asked.charge + asked.each * asked.steps,
  };
};
