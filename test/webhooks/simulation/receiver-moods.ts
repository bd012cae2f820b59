/** How a receiver fares over time: mostly well, with troubles of minutes, and now and then one of days. */
import type { Chance } from './timeline.ts';

export type Mood = 'up' | 'slow' | 'down' | 'failing' | 'busy';
type Trouble = { readonly from: number; readonly to: number; readonly mood: Mood };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const troubles: readonly Mood[] = ['slow', 'down', 'failing', 'busy'];

const troubleOf = (chance: Chance, start: number): Trouble => {
  const from = start + chance.between(0, 2 * MINUTE);
  const length = chance.happens(0.05) ? chance.between(50 * HOUR, 90 * HOUR) : chance.between(MINUTE, 30 * MINUTE);
  return { from, to: from + length, mood: troubles[chance.between(0, troubles.length - 1)] ?? 'down' };
};

export const moodsOf = (chance: Chance, start: number): ((at: number) => Mood) => {
  const own = Array.from({ length: chance.between(0, 3) }, () => troubleOf(chance, start));
  return (at) => own.find(({ from, to }) => at >= from && at < to)?.mood ?? 'up';
};
