/**
 * The part of JSONPath that names members: `$`, `.name`, `['name']`, `[0]`, `[*]` and `.*`. What else JSONPath can do (filters,
 * recursion, scripts) is not read: a path that a merchant wrote must cost little and run nothing. Pure.
 */
import { ownEntry } from '../../shared/own-entry.ts';

export type PathStep = string | number | typeof everyMember;
const everyMember = Symbol('*');

const LONGEST_PATH = 256;
const MOST_STEPS = 16;
/** What a path with `*` finds; a list of thousands is looked at no further. */
export const MOST_FOUND = 1_000;

const STEP =
  /\.([A-Za-z_$][\w$]*)|\.(\*)|\[(\d{1,6})\]|\[(\*)\]|\['((?:[^'\\]|\\['\\])*)'\]|\["((?:[^"\\]|\\["\\])*)"\]/y;

const stepOf = (match: RegExpExecArray): PathStep => {
  const [, dotted, dottedStar, index, star, single, double] = match;
  if (dotted !== undefined) return dotted;
  if (index !== undefined) return Number(index);
  if (dottedStar !== undefined || star !== undefined) return everyMember;
  return (single ?? double ?? '').replace(/\\(.)/g, '$1');
};

/** The steps of a path, or the sentence that says why it cannot be used. */
export const parsePath = (text: string): readonly PathStep[] | string => {
  if (text.length > LONGEST_PATH) return `A path has at most ${LONGEST_PATH} characters.`;
  if (!text.startsWith('$')) return 'A path begins with $, such as $.cart.cart_id.';
  const steps: PathStep[] = [];
  for (let at = 1; at < text.length; at = STEP.lastIndex) {
    STEP.lastIndex = at;
    const match = STEP.exec(text);
    if (match === null)
      return `From ${JSON.stringify(text.slice(at, at + 20))} on it is not .name, ['name'], [0] or [*].`;
    steps.push(stepOf(match));
  }
  return steps.length > MOST_STEPS ? `A path has at most ${MOST_STEPS} steps.` : steps;
};

const membersOf = (value: unknown, step: PathStep): readonly unknown[] => {
  if (typeof value !== 'object' || value === null) return [];
  if (step === everyMember) return Object.values(value);
  return Object.hasOwn(value, step) ? [ownEntry(value as Readonly<Record<string, unknown>>, String(step))] : [];
};

/** Everything a path leads to, in order; nothing when it leads nowhere. */
export const valuesAt = (steps: readonly PathStep[], root: unknown): readonly unknown[] =>
  steps.reduce<readonly unknown[]>(
    (values, step) => values.flatMap((value) => membersOf(value, step)).slice(0, MOST_FOUND),
    [root],
  );

/** Whether a path can lead to several values. */
export const leadsToMany = (steps: readonly PathStep[]): boolean => steps.includes(everyMember);
