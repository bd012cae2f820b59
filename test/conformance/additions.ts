/** The tables of docs/behaviour/additions.md, as a list of fields and the objects they stand in. */
import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../../docs/behaviour/additions.md', import.meta.url), 'utf8');

export type Addition = {
  /** An object's title, or an operation and the word query. */
  readonly place: string;
  readonly fields: readonly string[];
  /** Objects whose fields it has all. */
  readonly allOf: readonly string[];
};

const code = (cell: string): string => cell.replaceAll('`', '').trim();

export const additions: readonly Addition[] = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => {
    const [names = '', place = ''] = line.split('|').slice(1);
    const words = names.split(',').map((word) => word.trim());
    const whole = (word: string) => word.startsWith('all of ');
    return {
      place: code(place),
      fields: words.filter((word) => !whole(word)).map(code),
      allOf: words.filter(whole).map((word) => code(word.slice('all of '.length))),
    };
  });
