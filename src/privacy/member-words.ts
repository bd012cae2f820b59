/** The words in which the list says what becomes of a member. Pure. */
import type { Becomes } from './personal-table.ts';

export const name = (before = ''): Becomes => ({ shopper: before });
export const gone = (value: unknown = null): Becomes => ({ value });
export const goneTexts = (...paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, gone('')]));
