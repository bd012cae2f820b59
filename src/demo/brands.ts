/** The brands of the demo shop, each with its own world of colour. All invented. */
import type { ColourName } from './colours.ts';

export type Brand = {
  readonly uid: number;
  readonly slug: string;
  readonly name: string;
  readonly about: string;
  /** Walls its pictures are taken before: one for the whole product, one for the close-up. */
  readonly walls: readonly (readonly [string, string])[];
  readonly colours: readonly [ColourName, ...ColourName[]];
  /** Colours of the logo: ground and mark. */
  readonly logo: readonly [ground: string, mark: string];
  readonly mark:
    | 'arch'
    | 'leaf'
    | 'bird'
    | 'wave'
    | 'sun'
    | 'knot'
    | 'spark'
    | 'drop'
    | 'peak'
    | 'moon'
    | 'grid'
    | 'quill';
};

export const brands: readonly [Brand, ...Brand[]] = [
  {
    uid: 11,
    slug: 'tamsin-vale',
    name: 'Tamsin Vale',
    about: 'Dresses and separates with an easy line, cut in small runs.',
    walls: [
      ['#eecdbe', '#dbe1c4'],
      ['#ebd6b7', '#eec5bb'],
    ],
    colours: ['Terracotta', 'Blush', 'Sage', 'Plum', 'Butter', 'Rose'],
    logo: ['#f2ded4', '#8a3f4c'],
    mark: 'leaf',
  },
  {
    uid: 12,
    slug: 'oakmere',
    name: 'Oakmere',
    about: 'Everyday menswear that gets better with washing.',
    walls: [
      ['#cdd9de', '#e6d7bb'],
      ['#dad5bf', '#c2d3dc'],
    ],
    colours: ['Navy', 'Slate', 'Olive', 'Ivory', 'Rust', 'Sky'],
    logo: ['#26324f', '#e9d9b8'],
    mark: 'arch',
  },
  {
    uid: 13,
    slug: 'kestrel-row',
    name: 'Kestrel Row',
    about: 'Denim and outer layers for weather that cannot decide.',
    walls: [
      ['#ccd6d0', '#e5d0b3'],
      ['#ded1bd', '#c0d0da'],
    ],
    colours: ['Indigo', 'Charcoal', 'Tan', 'Forest', 'Mustard', 'Brick'],
    logo: ['#e8dcc6', '#2c3a63'],
    mark: 'bird',
  },
  {
    uid: 14,
    slug: 'solivane',
    name: 'Solivane',
    about: 'Shoes on comfortable lasts, stitched so that they can be resoled.',
    walls: [
      ['#e7d7bb', '#c9dbdd'],
      ['#d6dfca', '#ecd0bb'],
    ],
    colours: ['Tan', 'Cocoa', 'Ink', 'Ivory', 'Teal', 'Coral'],
    logo: ['#f3ead9', '#a8512f'],
    mark: 'sun',
  },
  {
    uid: 15,
    slug: 'harrow-and-hide',
    name: 'Harrow & Hide',
    about: 'Bags and straps from vegetable-tanned leather and waxed canvas.',
    walls: [
      ['#e4cfb1', '#ced6c8'],
      ['#dad0be', '#e9cdb0'],
    ],
    colours: ['Tan', 'Cocoa', 'Olive', 'Navy', 'Mustard', 'Brick'],
    logo: ['#5b3f30', '#e7cfa6'],
    mark: 'knot',
  },
  {
    uid: 16,
    slug: 'lumenry',
    name: 'Lumenry',
    about: 'Lamps, vases and chairs that make a corner worth sitting in.',
    walls: [
      ['#cccede', '#ead7b7'],
      ['#e2d1c1', '#c7d7d2'],
    ],
    colours: ['Ivory', 'Mustard', 'Slate', 'Sage', 'Terracotta', 'Navy'],
    logo: ['#fbf1d8', '#c98a1e'],
    mark: 'spark',
  },
  {
    uid: 17,
    slug: 'clayloft',
    name: 'Clayloft',
    about: 'Stoneware thrown, glazed and fired in one courtyard workshop.',
    walls: [
      ['#e2d6c1', '#c8d8cd'],
      ['#cfd9d3', '#e9d0b9'],
    ],
    colours: ['Sand', 'Sage', 'Terracotta', 'Sky', 'Charcoal', 'Cream'],
    logo: ['#c5673f', '#fbeede'],
    mark: 'wave',
  },
  {
    uid: 18,
    slug: 'nidhara',
    name: 'Nidhara',
    about: 'Soft things for slow mornings, woven from long-staple cotton.',
    walls: [
      ['#d4d6e1', '#ead6c0'],
      ['#e2dbc9', '#c9d5e2'],
    ],
    colours: ['Sky', 'Lilac', 'Sage', 'Blush', 'Ivory', 'Indigo'],
    logo: ['#3d4f8c', '#dfe3f2'],
    mark: 'moon',
  },
  {
    uid: 19,
    slug: 'petalroot',
    name: 'Petalroot',
    about: 'Skin care and colour from plants we can name, in glass that can be returned.',
    walls: [
      ['#ebcac9', '#d5e2c9'],
      ['#e9dabe', '#eac6ce'],
    ],
    colours: ['Rose', 'Coral', 'Plum', 'Brick', 'Mint', 'Marigold'],
    logo: ['#e9f0e2', '#4f7a52'],
    mark: 'drop',
  },
  {
    uid: 20,
    slug: 'ampersine',
    name: 'Ampersine',
    about: 'Electronics with knobs where knobs belong.',
    walls: [
      ['#c8d3df', '#e3d6c2'],
      ['#d2d8db', '#d1c8da'],
    ],
    colours: ['Ink', 'Ivory', 'Teal', 'Coral', 'Slate', 'Mustard'],
    logo: ['#23242a', '#e67e63'],
    mark: 'grid',
  },
  {
    uid: 21,
    slug: 'stridewell',
    name: 'Stridewell',
    about: 'Clothes and shoes for people who take the stairs.',
    walls: [
      ['#cadcd9', '#ebd9bb'],
      ['#dcd7ca', '#c5d4e5'],
    ],
    colours: ['Teal', 'Coral', 'Charcoal', 'Sky', 'Marigold', 'Ink'],
    logo: ['#2f7d7d', '#fff2dc'],
    mark: 'peak',
  },
  {
    uid: 22,
    slug: 'paperwren',
    name: 'Paperwren',
    about: 'Paper, canvas and small useful pleasures for desks and bags.',
    walls: [
      ['#e8d8bc', '#d0dcda'],
      ['#d8dec5', '#eed3bf'],
    ],
    colours: ['Forest', 'Marigold', 'Brick', 'Navy', 'Blush', 'Mint'],
    logo: ['#fdf6e6', '#33614a'],
    mark: 'quill',
  },
];
