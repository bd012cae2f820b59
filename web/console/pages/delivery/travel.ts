/** How long a way takes, for people. Pure. */
import type { LaneRow } from '../../../../src/contract/catalog/delivery-contract.ts';

type Travel = NonNullable<NonNullable<LaneRow['journeys']>['standard']>;

const spanOf = ({ unit, min, max }: Travel): string => `${min === max ? min : `${min}–${max}`} ${unit}`;

export const laneWords = ({ serviceable = true, journeys = {} }: LaneRow): string => {
  if (!serviceable) return 'nobody goes there';
  const { standard, priority, rush } = journeys;
  const named: readonly (readonly [string, Travel | undefined])[] = [
    ['standard', standard],
    ['priority', priority],
    ['rush', rush],
  ];
  return named.flatMap(([name, travel]) => (travel === undefined ? [] : [`${name} ${spanOf(travel)}`])).join(', ');
};
