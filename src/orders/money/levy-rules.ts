/** What each authority has of an order's tax, where the shop has a table of rates. GST has its own three words and no levies. Pure. */
import type { TaxPart } from '../../pricing/money/tax-types.ts';
import { allocate } from '../../shared/allocate.ts';
import type { OrderLevy, TaxAmounts } from '../order-figures.ts';

type Levies = Pick<TaxAmounts, 'levies'>;

const known = (levies: readonly OrderLevy[]): Levies => (levies.length === 0 ? {} : { levies });

export const leviesOf = (parts: readonly TaxPart[]): Levies =>
  known(
    parts.flatMap(({ name, jurisdiction, rate, amount }) =>
      jurisdiction === undefined ? [] : [{ name, jurisdiction, rate, amount }],
    ),
  );

const keyOf = ({ name, jurisdiction, rate }: OrderLevy): string => JSON.stringify([name, jurisdiction, rate]);

/** Those of both, one for each authority and rate; those of the second with this sign. */
export const addedLevies = ({ levies: a = [] }: Levies, { levies: b = [] }: Levies, sign: 1 | -1): Levies => {
  const all = [...a, ...b.map((levy) => ({ ...levy, amount: sign * levy.amount || 0 }))];
  return known(
    [...Map.groupBy(all, keyOf).values()].flatMap(([one, ...more]) =>
      one === undefined ? [] : [{ ...one, amount: more.reduce((sum, { amount }) => sum + amount, one.amount) }],
    ),
  );
};

/** Another amount of tax, shared as this one was. */
export const leviesLike = (tax: number, { levies = [] }: Levies): Levies => {
  const amounts = allocate(
    tax,
    levies.map(({ rate }) => ({ weight: rate })),
  );
  return known(levies.map((levy, at) => ({ ...levy, amount: amounts[at] ?? 0 })));
};
