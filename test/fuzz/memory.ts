/** What earlier answers named, so that later requests can name it too: ids, codes, tokens, slugs, by where they stood. */
import type { Random } from '../../src/demo/random.ts';
import { oneOf } from './hostile-words.ts';

const KEPT = 40;
const MOST_VALUES = 400;
const isName =
  /(^|_)(id|uid|_id|ids|identifier|identifiers|code|token|slug|key|name|hash|email|phone|size|mode|type|cursor)$|^next/;

type Place = { readonly noun: string; readonly name: string };

/** The last word of a path that is no parameter: what its operation is about. */
export const nounOf = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('{'))
    .at(-1) ?? '';

/** Of `/coupon/{id}/codes`, `coupon` for `id`. */
export const nounBefore = (path: string, name: string): string => nounOf(path.slice(0, path.indexOf(`{${name}}`)));

export type Memory = {
  readonly learn: (noun: string, body: unknown) => void;
  readonly keep: (place: Place, value: string | number) => void;
  readonly recall: (random: Random, place: Place) => string | number | undefined;
};

export const newMemory = (): Memory => {
  const kept = new Map<string, (string | number)[]>();
  const add = (key: string, value: string | number): void => {
    const list = kept.get(key) ?? [];
    kept.set(key, list);
    if (list.includes(value)) return;
    list.push(value);
    if (list.length > KEPT) list.shift();
  };
  const keep = ({ noun, name }: Place, value: string | number): void => {
    add(`${noun} ${name}`, value);
    add(name, value);
  };

  const learn = (noun: string, body: unknown): void => {
    let left = MOST_VALUES;
    const visit = (value: unknown, name: string): void => {
      if (left <= 0) return;
      left -= 1;
      if (typeof value === 'string' || typeof value === 'number') {
        if (isName.test(name) && String(value).length <= 200) keep({ noun, name }, value);
      } else if (Array.isArray(value)) {
        for (const entry of value.slice(0, 8)) visit(entry, name);
      } else if (typeof value === 'object' && value !== null) {
        for (const [key, entry] of Object.entries(value)) visit(entry, key);
      }
    };
    visit(body, '');
  };

  const recall = (random: Random, { noun, name }: Place): string | number | undefined => {
    const short = name.replace(/^.*_/, '');
    const keys = [`${noun} ${name}`, `${noun} _id`, `${noun} id`, `${noun} uid`, name, short, 'id', '_id'];
    const lists = keys.flatMap((key) => (kept.has(key) ? [kept.get(key) ?? []] : []));
    // What stands first fits best, and what came last is most likely still there.
    const list = random.chance(0.6) ? lists[0] : oneOf(random, lists);
    return list === undefined ? undefined : oneOf(random, random.chance(0.5) ? list.slice(-5) : list);
  };
  return { learn, keep, recall };
};
