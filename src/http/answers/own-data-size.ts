/**
 * How much things of an answer hold of what a shop may put into them as it likes, as far as anybody needs to know: hundreds of
 * kilobytes of one good, where usually there is nothing. Pure.
 */
import { oncePer } from '../../shared/once-per.ts';
import { ownEntry } from '../../shared/own-entry.ts';

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where a thing of this schema has members that nobody foresaw. */
const openPlaces = oncePer((schema: Json): readonly (readonly string[])[] => {
  const { properties } = schema;
  if (![schema['type']].flat().includes('object')) return [];
  if (!isJson(properties)) return [[]];
  return Object.entries(properties).flatMap(([name, member]) =>
    isJson(member) ? openPlaces(member).map((place) => [name, ...place]) : [],
  );
});

const A_NUMBER = 8;
const signsOf = (value: unknown, most: number): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return A_NUMBER;
  let signs = 0;
  for (const one of Object.values(value)) {
    if (signs >= most) break;
    signs += A_NUMBER + signsOf(one, most - signs);
  }
  return signs;
};

/** Whether things of a list hold so many signs of such data together. */
export const holdsMuch = (list: readonly unknown[], entry: Json, most: number): boolean => {
  const places = openPlaces(entry);
  let signs = 0;
  for (const one of list) {
    for (const place of places) {
      const value = place.reduce<unknown>((inside, name) => (isJson(inside) ? ownEntry(inside, name) : undefined), one);
      if (value !== undefined) signs += signsOf(value, most - signs);
      if (signs >= most) return true;
    }
  }
  return false;
};
