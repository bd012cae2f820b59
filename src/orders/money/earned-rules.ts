/** What goods that remain still earn: points, and cashback that becomes store credit. Never more than was agreed. Pure. */
import { laterParts } from '../../pricing/price-cart.ts';
import { toHome } from '../../pricing/money/in-currency.ts';
import type { Later } from '../../pricing/offers/later-stage.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import type { Work } from '../../pricing/work.ts';
import { allocate } from '../../shared/allocate.ts';
import { type Minor, portionDown, sum } from '../../shared/money.ts';
import type { Earned } from '../order-figures.ts';
import type { Agreed } from './standing-rules.ts';

/**
 * What each offer still gives later where a shop keeps to what was agreed: every line it was for has its share of it by what the
 * line cost, and every unit of a line an equal part of that, rounded down.
 */
export function* keptLater(
  { lines }: Pick<Agreed, 'lines'>,
  input: PriceInput,
  remaining: ReadonlyMap<string, number>,
): Work<readonly Later[]> {
  return (yield* laterParts(input)).map(({ lines: keys, ...part }) => {
    const meant = new Set(keys);
    const own = lines.filter(({ identifier }) => meant.has(identifier));
    const shares = allocate(
      part.amount,
      own.map(({ amount }) => ({ weight: amount })),
    );
    const left = own.map(({ identifier, quantity }, at) =>
      portionDown(shares[at] ?? 0, remaining.get(identifier) ?? 0, quantity),
    );
    return { ...part, amount: sum(left) };
  });
}

/** Points by what is left of what the goods counted for, cashback by what offers still give. */
export const earnsLeft = (
  { earns, totals, countedGoods: agreed = totals.goods }: Agreed,
  goods: Minor,
  later: readonly Later[],
  input: PriceInput,
): readonly Earned[] => {
  const given = (stage: Later['stage']): Minor =>
    sum(later.filter((one) => one.stage === stage).map(({ amount }) => amount));
  const counted = goods + given('points');
  const cashback = toHome(given('cashback'), input);
  return earns
    .map(({ kind, amount }) => ({
      kind,
      amount:
        kind === 'points'
          ? portionDown(amount, Math.min(counted, agreed), Math.max(agreed, 1))
          : Math.min(amount, cashback),
    }))
    .filter(({ amount }) => amount > 0);
};
