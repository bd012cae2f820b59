/** The range of the demo shop: every item of every category, the same on every machine. Pure. */
import { type Brand, brands } from './brands.ts';
import { type ColourName, colours, lightness } from './colours.ts';
import type { Item } from './item.ts';
import { type Random, seeded } from './random.ts';
import type { Category } from './range/category.ts';
import { range } from './range/range.ts';

/** 61 of them, a prime: steps of 5 from different beginnings never repeat a name within a category. */
const lines =
  `Harbour Meadow Juniper Monsoon Saffron Willow Cinder Driftwood Orchard Tidewater Larkspur Hollow Amber Pebble Cove
Thistle Lantern Sparrow Quarry Mistral Fennel Cedar Maple Hazel Dune Ember Fern Gale Heron Isle Jasmine Kite Lagoon Moss
Nettle Opal Prairie Quill Reed Sorrel Tamarind Umber Verbena Wren Yarrow Zephyr Banyan Clover Dapple Elm Flint Glade Heath
Ivy Lotus Marram Nimbus Osprey Poppy Rowan Solstice`.split(/\s+/);

const FIRST_UID = 10_001;

export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const brandOf = (slug: string): Brand => brands.find((brand) => brand.slug === slug) ?? brands[0];

/** A colour for trims that can be told from the main one. */
const accentFor = (main: ColourName, { colours: own }: Brand, random: Random): ColourName => {
  const distinct = own.filter((name) => Math.abs(lightness(colours[name]) - lightness(colours[main])) > 0.13);
  const [first, ...more] = distinct;
  if (first !== undefined) return random.pick([first, ...more]);
  return lightness(colours[main]) > 0.5 ? 'Ink' : 'Cream';
};

const DISCOUNTS = [0, 0, 10, 15, 20, 25, 30, 40] as const;
/** Prices end in 9, and none is above its MRP. */
const prices = (
  { price: [least, most] }: Category,
  random: Random,
): { readonly mrp: number; readonly price: number } => {
  const mrp = Math.max(least, Math.round(random.between(least, most) / 50) * 50 - 1);
  const cut = mrp * (1 - random.pick(DISCOUNTS) / 100);
  return { mrp, price: cut === mrp ? mrp : Math.min(mrp, Math.floor(cut / 10) * 10 + 9) };
};

const sentence = (text: string, material: string, colour: string): string => {
  const filled = text.replaceAll('{material}', material).replaceAll('{colour}', colour.toLowerCase());
  const spoken = filled.replace(/\bA ([aeiou])/g, 'An $1');
  return spoken.replace(/(^|\. )([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase());
};

const at = <T>(list: readonly [T, ...T[]], index: number): T => list[index % list.length] ?? list[0];

const makeItem = (category: Category, shelf: number, index: number, uid: number): Item => {
  const random = seeded(`${category.name}/${index}`);
  const brand = brandOf(at(category.brands, index));
  const line = lines[(shelf * 7 + index * 5) % lines.length] ?? '';
  const colour = at(category.colours ?? brand.colours, index + shelf);
  const accent = accentFor(colour, brand, random);
  const print = at(category.prints, index);
  const form = index % category.nouns.length;
  const material = at(category.materials, form);
  const name = `${line} ${at(category.nouns, index)}`;
  const slug = slugOf(`${name} ${colour}`);
  const wall = brand.walls[index % brand.walls.length] ?? ['#e8dfd2', '#dde0d8'];
  return {
    uid,
    slug,
    name,
    brand,
    category,
    colour,
    pattern: print === 'plain' ? 'Solid' : `${print[0]?.toUpperCase()}${print.slice(1)}`,
    material,
    text: sentence(at(category.texts, index), material, colour),
    ...prices(category, random),
    at: index,
    picture: {
      slug,
      title: `${name} by ${brand.name}, ${colour}`,
      drawing: category.drawing,
      main: colours[colour],
      accent: colours[accent],
      walls: wall,
      print,
      form,
    },
  };
};

export const makeItems = (): readonly Item[] => {
  let uid = FIRST_UID;
  return range.flatMap((category, shelf) =>
    Array.from({ length: category.count }, (_, index) => makeItem(category, shelf, index, uid++)),
  );
};
