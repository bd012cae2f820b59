/** A time that an option of a command names; undefined when it is not given. */
import { readTime } from '../shared/clock.ts';
import { type Input, UsageError } from './command.ts';

export const timeOf = ({ text }: Input, option: string): number | undefined => {
  if (text(option) === '') return undefined;
  const at = readTime(text(option));
  if (Number.isNaN(at)) throw new UsageError(`--${option} takes a time such as 2026-11-15T18:00:00Z`);
  return at;
};
