/**
 * Which lane serves a place. A lane names its places by a pattern: a whole area code (`400001`), the beginning of one
 * (`4000*`), or every place (`*`). The most particular pattern decides alone, also when it says that nobody goes there. Pure.
 */
import type { AreaRow, LaneRow } from '../contract/catalog/delivery-contract.ts';
import type { FieldProblem } from '../shared/errors.ts';
import type { PromiseLane } from './promise-answer.ts';
import { areaCode, withoutMoreDigits } from '../shared/places/area-codes.ts';
import { isTimeZone } from '../shared/time-zone.ts';

const areaProblem = { field: 'area', message: 'Write an area code, the beginning of one such as 4000*, or *.' };

/** A pattern in the form in which it is kept; undefined when it is none. */
export const areaPattern = (given: string): string | undefined => {
  if (given.trim() === '*') return '*';
  const open = given.trim().endsWith('*');
  const code = areaCode(open ? given.trim().slice(0, -1) : given);
  return code === undefined ? undefined : `${code}${open ? '*' : ''}`;
};

/** Every pattern that covers the code, the most particular first. */
export const patternsFor = (code: string): readonly string[] => {
  const whole = [code, withoutMoreDigits(code)];
  const begun = Array.from({ length: code.length }, (_, at) => code.slice(0, code.length - at));
  return [...begun.flatMap((each) => (whole.includes(each) ? [each, `${each}*`] : [`${each}*`])), '*'];
};

/** Of rows that all cover one code, the one whose pattern says most. */
export const mostParticular = <Row extends { readonly area: string }>(
  rows: readonly Row[],
  code: string,
): Row | undefined => {
  const order = patternsFor(code);
  return rows.toSorted((a, b) => order.indexOf(a.area) - order.indexOf(b.area))[0];
};

/** What is wrong with a lane beyond its schema. */
export const laneProblem = ({ area, serviceable = true, journeys = {} }: LaneRow): FieldProblem | undefined => {
  if (areaPattern(area) === undefined) return areaProblem;
  const offered = Object.entries(journeys);
  const reversed = offered.find(([, travel]) => travel.min > travel.max);
  if (reversed !== undefined) return { field: `journeys.${reversed[0]}`, message: 'min is not more than max.' };
  return serviceable && offered.length === 0
    ? { field: 'journeys', message: 'A lane that is served offers at least one journey.' }
    : undefined;
};

export const areaRowProblem = ({ area, time_zone }: AreaRow): FieldProblem | undefined => {
  if (areaPattern(area) === undefined) return areaProblem;
  return isTimeZone(time_zone)
    ? undefined
    : { field: 'time_zone', message: `${time_zone} is not an IANA time zone, such as Asia/Kolkata.` };
};

/** Null when nobody goes there. */
export const laneOf = ({ serviceable = true, journeys = {}, distance_km, meta = {} }: LaneRow): PromiseLane | null =>
  serviceable ? { journeys, distanceKm: distance_km ?? null, meta } : null;
