/**
 * How much things of an answer hold of what a shop may put into them as it likes, as far as anybody needs to know: hundreds of
 * kilobytes of one good, where usually there is nothing. Pure.
 */
import { compileFunction } from 'node:vm';
import { onceBeside, oncePer } from '../../shared/once-per.ts';
import { joinedOf, partOf } from './shared-parts.ts';

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

type Read = (thing: unknown) => unknown;
/** A name that stands in the code is found at once; one that is a value is looked for in every thing anew. */
const readerOf = (place: readonly string[]): Read => {
  const members = place.map((name) => `?.[${JSON.stringify(name)}]`);
  // Made of names of our own schemas, never of anything that anybody sends.
  return (compileFunction(`'use strict'; return (thing) => thing${members.join('')};`) as () => Read)();
};
const readers = oncePer((schema: Json): readonly Read[] => openPlaces(schema).map(readerOf));
/** Of what stands under these names only. */
const readersUnder = oncePer((schema: Json) =>
  onceBeside((names: readonly string[]): readonly Read[] =>
    openPlaces(schema)
      .filter(([first]) => first !== undefined && names.includes(first))
      .map(readerOf),
  ),
);

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

const signsAt = (thing: unknown, places: readonly Read[], most: number): number => {
  let signs = 0;
  for (const read of places) {
    const value = read(thing);
    if (value !== undefined) signs += signsOf(value, most - signs);
    if (signs >= most) break;
  }
  return signs;
};

/** Of what many answers share, all of it, counted once. */
const sharedSigns = (base: object, entry: Json): number | undefined => {
  const part = partOf(base);
  if (part === undefined) return undefined;
  if (part.size?.schema !== entry) part.size = { schema: entry, signs: signsAt(base, readers(entry), Infinity) };
  return part.size.signs;
};

/** Whether things of a list hold so many signs of such data together. */
export const holdsMuch = (list: readonly unknown[], entry: Json, most: number): boolean => {
  let signs = 0;
  for (const one of list) {
    const joined = isJson(one) ? joinedOf(one) : undefined;
    const shared = joined && sharedSigns(joined.base, entry);
    const places = joined === undefined || shared === undefined ? readers(entry) : readersUnder(entry)(joined.names);
    signs += (shared ?? 0) + signsAt(one, places, most - signs);
    if (signs >= most) return true;
  }
  return false;
};
