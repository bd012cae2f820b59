/** Derivations of every price of a line, from what the catalogue says of a unit to what the line costs, and of the tax in it. */
import type { Adjustment, Share, Stage } from '../adjustment-types.ts';
import type { Work } from '../work.ts';
import { poolLines } from '../pool-lines.ts';
import type { PricedCart, PricedLine } from '../priced-types.ts';
import type { PriceInput } from '../pricing-types.ts';
import type { Book } from './derivation-book.ts';
import type { About, Derivation } from './derivation-types.ts';
import { partName, type PartNumbers } from './tax-parts.ts';

export type LineNumbers = {
  readonly key: string;
  readonly marked: Derivation;
  readonly selling: Derivation;
  readonly effective: Derivation;
  readonly start: Derivation;
  readonly lineMarked: Derivation;
  readonly lineSelling: Derivation;
  readonly lineEffective: Derivation;
  readonly lineStart: Derivation;
  readonly amount: Derivation;
  readonly unitAmount: Derivation;
  readonly residue: Derivation;
  /** What was taken off it, in order. */
  readonly cuts: readonly { readonly stage: Stage; readonly off: Derivation }[];
  /** What contract and ladder prices took off, which is not in what it starts from. */
  readonly cheaper: readonly Derivation[];
  readonly tax: Derivation;
  readonly taxable: Derivation;
  readonly parts: readonly PartNumbers[];
};
type Prices = Omit<LineNumbers, 'tax' | 'taxable' | 'parts'> & { readonly line: PricedLine };

/** By the id of what acted. */
export type Acted = ReadonlyMap<string, Derivation>;

const onGoods: ReadonlySet<Stage> = new Set(['promotion', 'gift', 'adjustment', 'coupon']);

/** What an adjustment took off a line. */
type Effect = { readonly adjustment: Adjustment; readonly share: Share; readonly derived: Derivation };

/** By line, in the order in which they acted. */
const effectsByLine = (adjustments: readonly Adjustment[], acted: Acted): ReadonlyMap<string, readonly Effect[]> => {
  const found = new Map<string, Effect[]>();
  for (const adjustment of adjustments) {
    const derived = acted.get(adjustment.id);
    if (derived === undefined) continue;
    for (const share of adjustment.shares) {
      const effects = found.get(share.line);
      if (effects === undefined) found.set(share.line, [{ adjustment, share, derived }]);
      else if (effects.at(-1)?.adjustment !== adjustment) effects.push({ adjustment, share, derived });
    }
  }
  return found;
};

const explainPrices = (line: PricedLine, ofLine: readonly Effect[], book: Book): Prices => {
  const { key, quantity } = line;
  const about: About = { line: key };
  const marked = book.given('marked', line.marked, about);
  const selling = book.given('selling', line.selling, about);
  const cheaper = ofLine
    .filter(({ adjustment }) => adjustment.stage === 'unit_price')
    .map(({ adjustment: { shares }, derived }) => {
      const units = shares.reduce((sum, share) => sum + share.units, 0);
      return book.write('unit_off', { op: 'each', units }, [derived], { ...about, ...derived.about });
    });
  const effective = cheaper.length === 0 ? selling : book.less('effective', [selling, ...cheaper], about);
  const start = line.onMarked ? marked : effective;
  const lineStart = book.times('line_start', start, quantity);
  const cuts = ofLine
    .filter(({ adjustment }) => onGoods.has(adjustment.stage))
    .map(({ adjustment: { stage }, share, derived }) => ({
      stage,
      off: book.write('line_off', { op: 'part', lots: share.lots }, [derived], { ...about, ...derived.about }),
    }));
  const amount = book.less('line_amount', [lineStart, ...cuts.map(({ off }) => off)], about);
  const unitAmount = book.write('unit_amount', { op: 'each', units: quantity }, [amount], about);
  return {
    line,
    key,
    marked,
    selling,
    effective,
    start,
    lineMarked: book.times('line_marked', marked, quantity),
    lineSelling: book.times('line_selling', selling, quantity),
    lineEffective: book.times('line_effective', effective, quantity),
    lineStart,
    amount,
    unitAmount,
    cuts,
    cheaper: cheaper.map((off) => book.times('line_off', off, quantity)),
    residue: book.less('unit_residue', [amount, book.times('unit_amount', unitAmount, quantity)], about),
  };
};

/** The lines of one good, in the order in which its units were dealt to them. */
type Good = { readonly members: readonly Prices[]; readonly amount: Derivation };

const goodsOf = (prices: readonly Prices[], book: Book): readonly Good[] => {
  const byKey = new Map(prices.map((one) => [one.key, one]));
  const own = prices.flatMap(({ line }, place) =>
    line.gift === null ? [{ asked: line.asked, article: line.article, place }] : [],
  );
  const pooled = poolLines(own).map(({ members }) => members.flatMap(({ asked }) => byKey.get(asked.key) ?? []));
  const gifts = prices.filter(({ line }) => line.gift !== null).map((one) => [one]);
  return [...pooled, ...gifts].flatMap((members) => {
    const [first] = members;
    if (first === undefined) return [];
    const amounts = members.map(({ amount }) => amount);
    return [
      { members, amount: members.length === 1 ? first.amount : book.sum('good_amount', amounts, first.amount.about) },
    ];
  });
};

type Policy = PriceInput['policy'];

/** What the total of this rate had come to before this good, and its tax. */
type Running = Map<number, { readonly amount: Derivation; readonly tax: Derivation }>;

const goodTax = ({ members, amount }: Good, policy: Policy, running: Running, book: Book): Derivation => {
  const { rounding, prices_include_tax: inside } = policy;
  const rate = members[0]?.line.tax.rate ?? 0;
  const how = { rate, rounding, inside };
  const { about } = amount;
  if (policy.tax_rounding === 'unit') {
    const lots = members.flatMap(({ line }) => line.lots);
    const each = lots.map(({ units, price }) =>
      book.times('unit_tax', book.rate('unit_tax', book.given('step_base', price, about), how), units),
    );
    return book.sum('good_tax', each, about);
  }
  if (policy.tax_rounding !== 'cart') return book.rate('good_tax', amount, how, about);
  const before = running.get(rate);
  const total = before === undefined ? amount : book.sum('goods_before', [before.amount, amount]);
  const tax = book.rate('tax_before', total, how);
  running.set(rate, { amount: total, tax });
  return before === undefined ? tax : book.less('good_tax', [tax, before.tax], about);
};

const weightsOf = (of: readonly Derivation[]): readonly number[] => of.map(({ value }) => value);

/** Of one line alone it is the good's own. */
const dealt = (whole: Derivation, by: readonly Derivation[], at: number, book: Book): Derivation => {
  if (by.length < 2) return whole;
  const what = whole.what === 'tax_part' ? 'tax_part' : 'line_tax';
  const about = { ...whole.about, ...by[at]?.about };
  return book.write(what, { op: 'share', at, weights: weightsOf(by) }, [whole], about);
};

/** Half, rounded down, is the state's; the rest is the centre's. */
const explainParts = ({ line, key }: Prices, tax: Derivation, state: Derivation, book: Book): readonly PartNumbers[] =>
  line.tax.parts.map(({ amount: _amount, ...part }) => {
    const { name } = part;
    if (name === 'igst') return { ...part, of: tax };
    return { ...part, of: name === 'sgst' ? state : book.less('tax_part', [tax, state], { line: key, name }) };
  });

/** The tax shared by the rates; then part by part, from the last, over what the lines have left, and the first is the rest. */
const explainLevies = (
  members: readonly Prices[],
  whole: Derivation,
  taxes: readonly Derivation[],
  book: Book,
): readonly (readonly PartNumbers[])[] => {
  const levies = members[0]?.line.tax.parts ?? [];
  const weights = levies.map(({ rate }) => rate);
  const lists = members.map((): PartNumbers[] => []);
  let left = taxes;
  for (const [at, { amount: _amount, ...levy }] of [...levies.entries()].toReversed()) {
    const about = { ...whole.about, name: partName(levy) };
    const ofGood = book.write('tax_part', { op: 'share', at, weights }, [whole], about);
    const own = at === 0 ? left : left.map((_, line) => dealt(ofGood, left, line, book));
    for (const [line, of] of own.entries()) lists[line]?.push({ ...levy, of });
    const rest = levies[at - 1];
    const named = at === 1 && rest !== undefined ? { name: partName(rest) } : {};
    left = left.map((tax, line) => book.less('tax_part', [tax, own[line] ?? tax], { ...tax.about, ...named }));
  }
  // As the cart lists them.
  return lists.map((parts) => parts.toReversed());
};

const taxedGood = (good: Good, policy: Policy, running: Running, book: Book): readonly LineNumbers[] => {
  const { members, amount } = good;
  const whole = goodTax(good, policy, running, book);
  const amounts = members.map((one) => one.amount);
  const taxes = members.map((_, at) => dealt(whole, amounts, at, book));
  const isLevied = members[0]?.line.article.levies !== undefined;
  const levied = isLevied ? explainLevies(members, whole, taxes, book) : [];
  const half = book.write('tax_part', { op: 'each', units: 2 }, [whole], { ...amount.about, name: 'sgst' });
  return members.map((prices, at) => {
    const { line: _line, ...numbers } = prices;
    const tax = taxes[at] ?? whole;
    const about = { line: prices.key };
    const taxable = policy.prices_include_tax ? book.less('line_taxable', [prices.amount, tax], about) : prices.amount;
    const parts = levied[at] ?? explainParts(prices, tax, dealt(half, taxes, at, book), book);
    return { ...numbers, tax, taxable, parts };
  });
};

/** So many numbers are written down in the time of a line that meets a rule. */
export const WRITTEN_A_MEETING = 20;

export function* explainLines(
  { lines, adjustments }: Pick<PricedCart, 'lines' | 'adjustments'>,
  policy: Policy,
  acted: Acted,
  book: Book,
): Work<readonly LineNumbers[]> {
  const effects = effectsByLine(adjustments, acted);
  const prices: Prices[] = [];
  for (const line of lines) {
    const ofLine = effects.get(line.key) ?? [];
    yield 1 + ofLine.length / WRITTEN_A_MEETING;
    prices.push(explainPrices(line, ofLine, book));
  }
  const running: Running = new Map();
  const byKey = new Map<string, LineNumbers>();
  for (const good of goodsOf(prices, book)) {
    yield good.members.length;
    for (const one of taxedGood(good, policy, running, book)) byKey.set(one.key, one);
  }
  return lines.flatMap(({ key }) => byKey.get(key) ?? []);
}
