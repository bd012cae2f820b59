/**
 * An evaluator that shares no code with the engine. From the input and the derivations alone it computes every number again, in
 * big integers, and lists what does not agree.
 */
import type { Adjustment, Step } from '../../src/pricing/adjustment-types.ts';
import type { Charge } from '../../src/pricing/charge-types.ts';
import type { PricedCart, PricedLine } from '../../src/pricing/priced-types.ts';
import type { PriceInput } from '../../src/pricing/pricing-types.ts';

const round = (numerator: bigint, denominator: bigint, mode: string): bigint => {
  const negative = numerator < 0n;
  const size = negative ? -numerator : numerator;
  const whole = size / denominator;
  const twice = (size % denominator) * 2n;
  const half = twice === denominator;
  const up = half ? mode === 'half_up' || (mode === 'half_even' && whole % 2n === 1n) : twice > denominator;
  const rounded = up ? whole + 1n : whole;
  return negative ? -rounded : rounded;
};
const rated = (base: number, rate: number, mode: string): number =>
  Number(round(BigInt(base) * BigInt(rate), 1_000_000n, mode));
const inside = (gross: number, rate: number, mode: string): number =>
  Number(round(BigInt(gross) * BigInt(rate), 1_000_000n + BigInt(rate), mode));
const total = (amounts: readonly number[]): number => Number(amounts.reduce((sum, amount) => sum + BigInt(amount), 0n));

const again = (step: Step): number => {
  if (step.formula === 'rate') return rated(step.base, step.rate, step.rounding) * step.units;
  if (step.formula === 'each') return step.amount * step.units;
  if (step.formula === 'flat') return step.amount;
  return step.formula === 'down_to' ? step.base - step.price : step.result;
};

const residueOf = ({ result, units, base, rate }: RateStep): bigint =>
  (BigInt(result) / BigInt(units)) * 1_000_000n - BigInt(base) * BigInt(rate);
type RateStep = Extract<Step, { readonly formula: 'rate' }>;

type Say = (text: string) => void;

const checkAdjustment = (adjustment: Adjustment, say: Say): void => {
  const { id, steps, cap, amount, shares, stage } = adjustment;
  for (const step of steps) {
    if (again(step) !== step.result) say(`${id}: step ${step.formula} is ${again(step)}, not ${step.result}`);
    if (step.taken > step.result) say(`${id}: took more than the step gave`);
    if (step.formula === 'rate' && BigInt(step.residue) !== residueOf(step)) say(`${id}: residue`);
  }
  const taken = total(steps.map((step) => step.taken));
  const expected = cap === null ? taken : Math.min(taken, cap);
  if (amount !== expected) say(`${id}: amount ${amount}, steps and cap say ${expected}`);
  if (stage === 'cashback') return;
  if (total(shares.map((share) => share.amount)) !== amount) say(`${id}: shares do not add up to ${amount}`);
  for (const share of shares) {
    if (stage === 'shipping') continue;
    if (total(share.lots.map(({ units, each }) => units * each)) !== share.amount) say(`${id}: lots of ${share.line}`);
    if (total(share.lots.map(({ units }) => units)) !== share.units) say(`${id}: units of ${share.line}`);
  }
};

const isPromotional = ({ stage }: Adjustment): boolean => ['promotion', 'coupon', 'adjustment', 'gift'].includes(stage);

const checkLine = (line: PricedLine, adjustments: readonly Adjustment[], input: PriceInput, say: Say): void => {
  const { key, lots, start, quantity } = line;
  const list = line.article.prices[input.currency.code];
  const unitCuts = adjustments
    .filter(({ stage }) => stage === 'unit_price')
    .flatMap(({ shares }) => shares)
    .filter((share) => share.line === key)
    .flatMap((share) => share.lots.map(({ each }) => each));
  const effective = (line.gift?.sellable === false ? 0 : (list?.selling ?? 0)) - total(unitCuts);
  if (effective !== line.effective) say(`${key}: effective ${line.effective}, derivations say ${effective}`);
  if (start !== (line.onMarked ? line.marked : effective)) say(`${key}: start ${start}`);
  if (total(lots.map(({ units }) => units)) !== quantity) say(`${key}: lots hold another number of units`);
  for (const lot of lots) {
    const worth = start - total(lot.cuts.map(({ each }) => each));
    if (worth !== lot.price) say(`${key}: a unit costs ${lot.price}, its cuts say ${worth}`);
  }
  for (const adjustment of adjustments.filter(isPromotional)) {
    const shared = total(adjustment.shares.filter((share) => share.line === key).map(({ amount }) => amount));
    const cut = total(
      lots.flatMap(({ units, cuts }) =>
        cuts.filter((each) => each.adjustment === adjustment.id).map(({ each }) => units * each),
      ),
    );
    if (shared !== cut) say(`${key}: ${adjustment.id} shares ${shared}, its units lost ${cut}`);
  }
};

const amountOf = ({ lots }: PricedLine): number => total(lots.map(({ units, price }) => units * price));

/** Lines with the same goods share what is rounded once for them. */
export const goodOf = ({ article, asked, gift }: PricedLine): string =>
  JSON.stringify([
    article.uid,
    asked.priceList ?? null,
    asked.promoId ?? null,
    [...new Set(asked.groupTags)].toSorted(),
    asked.wrapped === true,
    asked.pos === true,
    asked.way ?? null,
    gift?.offerId ?? null,
  ]);

const checkGoodTax = (lines: readonly PricedLine[], { policy }: PriceInput, say: Say): void => {
  const { prices_include_tax: within, rounding, tax_rounding: level } = policy;
  const [{ key, article } = { key: '', article: { taxRate: 0 } }] = lines;
  const taxOf = (amount: number): number =>
    within ? inside(amount, article.taxRate, rounding) : rated(amount, article.taxRate, rounding);
  const lots = lines.flatMap((line) => line.lots);
  const amount = total(lines.map(amountOf));
  const tax = total(lines.map((line) => line.tax.tax));
  const byLevel = level === 'unit' ? total(lots.map(({ units, price }) => units * taxOf(price))) : taxOf(amount);
  if (Math.abs(tax - byLevel) > (level === 'cart' ? 1 : 0)) say(`${key}: tax ${tax}, not ${byLevel}`);
  for (const line of lines) {
    const off = BigInt(line.tax.tax) * BigInt(amount) - BigInt(tax) * BigInt(amountOf(line));
    if ((off < 0n ? -off : off) > BigInt(amount)) say(`${line.key}: more than a unit from its share of the tax`);
  }
  const state = (name: string): number =>
    total(lines.flatMap((line) => line.tax.parts.filter((part) => part.name === name).map((part) => part.amount)));
  if (state('cgst') - state('sgst') !== (state('cgst') + state('sgst')) % 2) say(`${key}: halves of the tax`);
};

const checkTax = (line: PricedLine, { policy: { prices_include_tax: within } }: PriceInput, say: Say): void => {
  const amount = amountOf(line);
  if (line.tax.tax < 0 || line.tax.parts.some((part) => part.amount < 0)) say(`${line.key}: tax below zero`);
  if (line.tax.taxable !== (within ? amount - line.tax.tax : amount)) say(`${line.key}: taxable value`);
  const parts = line.tax.parts.map((part) => part.amount);
  if (parts.length > 0 && total(parts) !== line.tax.tax) say(`${line.key}: parts of the tax`);
};

const checkTotals = (priced: PricedCart, input: PriceInput, say: Say): void => {
  const { lines, adjustments, charges, tender, breakup } = priced;
  const ofStage = (...stages: readonly string[]): number =>
    total(adjustments.filter(({ stage }) => stages.includes(stage)).map(({ amount }) => amount));
  const is = (name: string, got: number, expected: number): void => {
    if (got !== expected) say(`${name} is ${got}, not ${expected}`);
    if (Object.is(got, -0)) say(`${name} is a negative zero`);
  };
  const goods = total(lines.map(amountOf));
  const tax = total(lines.map((line) => line.tax.tax));
  const charged = total(charges.map(({ amount }) => amount));
  const points = total(tender.filter(({ kind }) => kind === 'loyalty').map(({ amount }) => amount));
  const others = total(tender.filter(({ kind }) => kind !== 'loyalty').map(({ amount }) => amount));
  is('mrp_total', breakup.mrp_total, total(lines.map(({ marked, quantity }) => marked * quantity)));
  is('subtotal', breakup.subtotal, total(lines.map(({ start, quantity }) => start * quantity)));
  is('discount', breakup.discount, breakup.subtotal - breakup.mrp_total);
  is('promotion_goods', breakup.promotion_goods, 0 - ofStage('promotion', 'gift', 'adjustment'));
  is('promotion_shipping', breakup.promotion_shipping, 0 - ofStage('shipping'));
  is('promotion', breakup.promotion, breakup.promotion_goods + breakup.promotion_shipping);
  is('coupon', breakup.coupon, 0 - ofStage('coupon'));
  is('goods', breakup.goods, breakup.subtotal + breakup.promotion_goods + breakup.coupon);
  is('goods by lots', goods, breakup.goods);
  is('gst_charges', breakup.gst_charges, tax);
  is('vog', breakup.vog, input.policy.prices_include_tax ? goods - tax : goods);
  is('total_charge', breakup.total_charge, charged);
  is('platform_cash', breakup.platform_cash, 0 - points);
  is('mop_total', breakup.mop_total, 0 - others);
  is('total', breakup.total, breakup.vog + tax + charged - ofStage('shipping') - points - others);
  is('you_saved', breakup.you_saved, 0 - (breakup.discount + breakup.promotion + breakup.coupon));
  is('cashback', breakup.cashback_applied ?? 0, ofStage('cashback'));
};

const presetOf = ({ basis, preset }: Charge): number | null => {
  if (basis.kind === 'units') return total(basis.units.map((entry) => entry.units * entry.each));
  if (basis.kind === 'shipping') {
    return total(basis.parts.map(({ charge, each, steps }) => charge + each * steps));
  }
  if (basis.kind !== 'fee') return preset;
  const share = rated(basis.base, basis.fee.rate, 'half_up');
  const { flat, of } = basis.fee;
  return { sum: flat + share, higher: Math.max(flat, share), lower: Math.min(flat, share) }[of];
};

const checkCharges = ({ charges }: PricedCart, { policy }: PriceInput, say: Say): void => {
  for (const charge of charges) {
    const { code, basis, preset, amount, tax, taxRate, adjustmentId } = charge;
    if (presetOf(charge) !== preset) say(`${code}: ${preset}, not ${presetOf(charge)}`);
    if (basis.kind === 'units' || code === 'emi_processing_fee' || adjustmentId !== null) continue;
    const within = policy.prices_include_tax;
    const taxed = within ? inside(preset ?? 0, taxRate, policy.rounding) : rated(preset ?? 0, taxRate, policy.rounding);
    const left = charge.waived === 0 ? taxed : inside(amount - charge.waived, taxRate, policy.rounding);
    if (left !== tax) say(`${code}: tax ${tax}, not ${left}`);
    if (amount !== (preset ?? 0) + (within ? 0 : taxed)) say(`${code}: amount`);
  }
};

/** Everything that does not agree; empty when every number follows from its derivation. */
export const disagreements = (priced: PricedCart, input: PriceInput): readonly string[] => {
  const found: string[] = [];
  const say: Say = (text) => {
    found.push(text);
  };
  for (const adjustment of priced.adjustments) checkAdjustment(adjustment, say);
  for (const line of priced.lines) {
    checkLine(line, priced.adjustments, input, say);
    checkTax(line, input, say);
  }
  for (const lines of Map.groupBy(priced.lines, goodOf).values()) checkGoodTax(lines, input, say);
  checkCharges(priced, input, say);
  checkTotals(priced, input, say);
  return found;
};
