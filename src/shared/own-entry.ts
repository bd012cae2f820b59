/**
 * What a table has under a word, whoever chose the word. `table[word]` finds what every object inherits as well:
 * `constructor`, `toString`, `__proto__`. Outside this file no word is looked up without it (test/look-ups.test.ts).
 */
export const ownEntry = <T>(table: Readonly<Record<string, T>> | null | undefined, word: string): T | undefined =>
  table !== null && table !== undefined && Object.hasOwn(table, word) ? table[word] : undefined;

export const isEmpty = (table: object): boolean => Object.keys(table).length === 0;
