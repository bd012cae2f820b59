/**
 * What the goods that remain would have cost: priced by the engine from what the order was priced from, so that thresholds break,
 * offers are shared anew and charges follow. Gifts that lose their ground are charged as far as they are not given back. Pure.
 */
import { leviesLike } from './levy-rules.ts';
import { lineAmount } from '../../pricing/lots.ts';
import { type Later, laterOf } from '../../pricing/offers/later-stage.ts';
import type { PricedLine } from '../../pricing/priced-types.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import type { Work } from '../../pricing/work.ts';
import { type Minor, rateOf, sum, taxWithin } from '../../shared/money.ts';
import { discountsOn, fundingOf, type Payers, sellerPays } from '../answer/order-funding.ts';
import { CASH_ROUNDING, chargeOf, lineTax } from '../answer/order-tax.ts';
import type { OrderLine } from '../order-document.ts';
import type { DiscountSource, TaxAmounts } from '../order-figures.ts';
import type { Standing, StandingLine } from '../order-progress.ts';
import { type PricedOrder, pricesOf, withOffers } from '../order-snapshot.ts';
import { earnsLeft } from './earned-rules.ts';
import { type Agreed, agreedStanding, scaledDiscounts } from './standing-rules.ts';

/** Units of each line that were not given back. */
export type Remaining = ReadonlyMap<string, number>;

export const isOwn = ({ giftOf }: OrderLine): boolean => giftOf === null;

/** Whether anything is left of what was bought; a gift alone is nothing. */
export const isAnythingLeft = (lines: readonly OrderLine[], remaining: Remaining): boolean =>
  lines.some((line) => isOwn(line) && (remaining.get(line.identifier) ?? 0) > 0);

/** Whether an order can be paid on delivery was decided when it was made: however little stays, it costs what that costs. */
const stillOnDelivery = ({ cod, ...charges }: PriceInput['charges']): PriceInput['charges'] => {
  if (cod === null) return { ...charges, cod };
  const { from: _from, to: _to, ...fee } = cod;
  return { ...charges, cod: fee };
};

/** Balances and instalments pay, they do not make a price. */
export const remainingInput = (
  { cashRounding: _coins, combination, ...input }: PriceInput,
  remaining: Remaining,
): PriceInput => ({
  ...input,
  charges: stillOnDelivery(input.charges),
  // For fewer goods another combination of offers may be the best.
  ...(combination === undefined || input.lines.some(({ key, quantity }) => remaining.get(key) !== quantity)
    ? {}
    : { combination }),
  lines: input.lines.flatMap((line) => {
    const quantity = remaining.get(line.key) ?? 0;
    return quantity > 0 ? [{ ...line, quantity }] : [];
  }),
  adjustments: input.adjustments.filter(({ type }) => type !== 'mop'),
  tender: { loyalty: null, storeCredit: null, giftCards: [] },
  emi: null,
});
/**
 * Gifts that stay when all that was bought went back, as goods that were sent alone: they left, so they are charged, and so is what
 * brings them. Null: none stays.
 */
export const giftsAlone = (input: PriceInput, lines: readonly OrderLine[], remaining: Remaining): PriceInput | null => {
  const [like] = input.lines;
  const left = lines.flatMap((line) => {
    const quantity = isOwn(line) ? 0 : (remaining.get(line.identifier) ?? 0);
    const { pos, way } = like ?? {};
    const asked = { key: line.identifier, articleUid: line.articleUid, quantity };
    return quantity > 0 ? [{ ...asked, ...(pos === undefined ? {} : { pos }), ...(way && { way }) }] : [];
  });
  if (left.length === 0) return null;
  const gifts = [...input.giftArticles.values()].flat().map((article) => [article.uid, article] as const);
  const { combination: _found, ...rest } = remainingInput(
    { ...withOffers(input, () => false), lines: left },
    remaining,
  );
  return { ...rest, adjustments: [], articles: new Map([...gifts, ...input.articles]) };
};

/** What is of the payment as a whole stays with the last of the goods. */
const ofPayment: ReadonlySet<string> = new Set(['emi_processing_fee', CASH_ROUNDING]);

/** Found once for all lines: each of them asks about all that acted on it. */
const payersOf = ({ offers, funding }: Pick<Agreed, 'offers' | 'funding'>): Payers => {
  const keyOf = ({ kind, id }: DiscountSource): string => `${kind} ${id}`;
  const funded = new Map(funding.toReversed().map(({ source, payer }) => [keyOf(source), payer]));
  const byOffer = new Map(offers.toReversed().map(({ id, payer }) => [id, payer]));
  return (source) => funded.get(keyOf(source)) ?? byOffer.get(source.id) ?? sellerPays;
};

/** Tax in what a line or a charge costs the shopper, split as it was split. */
export const taxIn = (gross: number, rate: number, like: TaxAmounts): TaxAmounts => {
  const tax = taxWithin(gross, rate, 'half_up');
  return splitLike(gross - tax, tax, like);
};

const splitLike = (taxable: number, tax: number, like: TaxAmounts): TaxAmounts => {
  const isSplit = like.cgst !== 0 || like.sgst !== 0;
  const half = Math.floor(tax / 2);
  return {
    taxable,
    tax,
    cgst: isSplit ? tax - half : 0,
    sgst: isSplit ? half : 0,
    igst: like.igst === 0 ? 0 : tax,
    ...leviesLike(tax, like),
  };
};

const ownLine = ({ identifier }: OrderLine, priced: PricedLine, payers: Payers, prices: PricedOrder): StandingLine => {
  const { rate: _rate, exemption: _exemption, ...tax } = lineTax(priced.tax);
  return {
    line: identifier,
    units: priced.quantity,
    amount: lineAmount(priced),
    tax,
    discounts: discountsOn(payers, prices, priced.key),
  };
};

/** Units that are still given are free; the others cost what one does without the offer. */
const giftLine = (line: OrderLine, units: number, given: number, onTop: boolean): StandingLine => {
  const each = line.subtotal / line.quantity;
  const net = (units - given) * each;
  const { rate } = line.tax;
  const tax = onTop ? splitLike(net, rateOf(net, rate, 'half_up'), line.tax) : taxIn(net, rate, line.tax);
  return {
    line: line.identifier,
    units,
    amount: net,
    tax,
    discounts: scaledDiscounts(line.discounts, given * each),
  };
};

/** Gifts of an offer are alike: which of them is still given goes by their order. */
const giftLines = (
  gifts: readonly OrderLine[],
  remaining: Remaining,
  prices: PricedOrder | null,
  onTop: boolean,
): readonly StandingLine[] => {
  const granted = new Map<string, number>();
  for (const { gift, quantity } of prices?.lines ?? []) {
    if (gift !== null) granted.set(gift.offerId, (granted.get(gift.offerId) ?? 0) + quantity);
  }
  return gifts.flatMap((line) => {
    const units = remaining.get(line.identifier) ?? 0;
    const left = granted.get(line.giftOf ?? '') ?? 0;
    const given = Math.min(units, left);
    granted.set(line.giftOf ?? '', left - given);
    return units > 0 ? [giftLine(line, units, given, onTop)] : [];
  });
};

export type Repriced = {
  readonly standing: Standing;
  /** Offers that act on what remains. */
  readonly applied: readonly string[];
  /** What they give for it later. */
  readonly later: readonly Later[];
};

/** How the order stands beside its goods. */
export type Beside = {
  /** Offers whose use was given back: they do not act again, because somebody else may have it by now. */
  readonly released?: readonly string[] | undefined;
  /** What balances pay of it. */
  readonly covered?: Minor;
};

const besideGoods = (input: PriceInput, { released = [], covered = 0 }: Beside): PriceInput => ({
  ...(released.length === 0 ? input : withOffers(input, (id) => !released.includes(id))),
  ...(covered === 0 ? {} : { covered }),
});

/** Of what stays; null: nothing does. */
function* chargesOf(prices: PricedOrder | null, alone: PriceInput | null): Work<PricedOrder['charges'] | null> {
  if (prices !== null) return prices.charges;
  return alone === null ? null : (yield* pricesOf(alone)).charges;
}

const chargedFor = (agreed: Agreed, charges: PricedOrder['charges'] | null): Agreed['charges'] =>
  charges === null ? [] : [...charges.map(chargeOf), ...agreed.charges.filter(({ code }) => ofPayment.has(code))];

export function* repriced(
  agreed: Agreed,
  asAgreed: PriceInput,
  remaining: Remaining,
  beside: Beside = {},
): Work<Repriced> {
  const input = besideGoods(asAgreed, beside);
  const onTop = !input.policy.prices_include_tax;
  const own = agreed.lines.filter(isOwn);
  const prices = isAnythingLeft(own, remaining) ? yield* pricesOf(remainingInput(input, remaining)) : null;
  yield own.length;
  const payers = payersOf(agreed);
  const byKey = new Map(prices?.lines.map((line) => [line.key, line]));
  const lines = own.flatMap((line) => {
    const priced = byKey.get(line.identifier);
    return priced === undefined || prices === null ? [] : [ownLine(line, priced, payers, prices)];
  });
  const gifts = giftLines(
    agreed.lines.filter((line) => !isOwn(line)),
    remaining,
    prices,
    onTop,
  );
  const { charges, waived } = agreedStanding({
    ...agreed,
    lines: [],
    charges: chargedFor(agreed, yield* chargesOf(prices, giftsAlone(input, agreed.lines, remaining))),
    funding: prices === null ? [] : fundingOf(payers, prices),
  });
  const goods = sum(lines.map(({ amount }) => amount));
  const later = laterOf(prices?.adjustments ?? []);
  return {
    standing: {
      lines: [...lines, ...gifts],
      charges: charges.filter(({ amount }) => amount !== 0),
      waived,
      earns: earnsLeft(agreed, goods, later, input),
    },
    applied: prices?.applied ?? [],
    later,
  };
}
