/** A condition of a segment in words. Pure. */
import type { SegmentConditions } from '../../../../src/contract/applications/segment-settings-contract.ts';
import type { Static } from 'typebox';

type Conditions = Static<typeof SegmentConditions>;
type Range = { readonly min?: number | null | undefined; readonly max?: number | null | undefined };

const names: ReadonlyMap<string, string> = new Map([
  ['orders', 'orders'],
  ['spent', 'spent'],
  ['days_since_order', 'days since the last order'],
  ['account_days', 'days as a customer'],
  ['groups', 'groups'],
  ['tags', 'tags'],
]);
export const conditionName = (name: string): string => names.get(name) ?? name.replaceAll('_', ' ');

export const rangeWords = ({ min, max }: Range): string => {
  const [least, most] = [min?.toLocaleString(), max?.toLocaleString()];
  if (least !== undefined && most !== undefined) return least === most ? `exactly ${least}` : `${least} to ${most}`;
  if (least !== undefined) return `at least ${least}`;
  return most === undefined ? 'any' : `at most ${most}`;
};

/** Who has ordered at most nothing has not ordered. */
const conditionOf = (name: string, range: Range): string =>
  name === 'orders' && range.max === 0 ? 'no orders yet' : `${conditionName(name)}: ${rangeWords(range)}`;

/** `Orders: at least 3; tags: one of vip, press`. */
export const conditionWords = (conditions: Conditions): string =>
  Object.entries(conditions)
    .map(([name, wanted]) =>
      Array.isArray(wanted)
        ? `${conditionName(name)}: one of ${wanted.join(', ')}`
        : conditionOf(name, wanted as Range),
    )
    .map((words, place) => (place === 0 ? `${words.slice(0, 1).toUpperCase()}${words.slice(1)}` : words))
    .join('; ');
