/** How long a way takes, for people. Pure. */
import type { LaneRow } from '../../../../src/contract/catalog/delivery-contract.ts';

type Travel = NonNullable<NonNullable<LaneRow['journeys']>['standard']>;

export const spanOf = ({ unit, min, max }: Travel): string => `${min === max ? min : `${min}–${max}`} ${unit}`;

/** The same where nobody writes into it: `within 1 day`, `2–4 days`. */
const spanWords = ({ unit, min, max }: Travel): string => {
  const most = `${max} ${max === 1 ? unit.slice(0, -1) : unit}`;
  if (min === max) return most;
  return min === 0 ? `within ${most}` : `${min}–${most}`;
};

/** The other way: `2-4 days`; nothing is null, as a change takes it. */
export const travelOf = (text: string): Travel | null => {
  if (text.trim() === '') return null;
  const [, least, most = least, unit] = /^\s*(\d+)(?:\s*[-–]\s*(\d+))?\s*(minute|day)s?\s*$/i.exec(text) ?? [];
  if (unit === undefined) throw new Error(`Write “${text}” as 2-4 days or 30-90 minutes.`);
  return { unit: unit.toLowerCase() === 'day' ? 'days' : 'minutes', min: Number(least), max: Number(most) };
};

export const laneWords = ({ serviceable = true, journeys = {} }: LaneRow): string => {
  if (!serviceable) return 'No delivery';
  const { standard, priority, rush } = journeys;
  const named: readonly (readonly [string, Travel | undefined])[] = [
    ['Standard', standard],
    ['Priority', priority],
    ['Rush', rush],
  ];
  return named.flatMap(([name, travel]) => (travel === undefined ? [] : [`${name} ${spanWords(travel)}`])).join(', ');
};
