/** Prints on cloth, paper and clay: repeating tiles in the colours of an item. Pure. */
import { mix, paler } from '../colours.ts';
import type { Random } from '../random.ts';

export const printNames = [
  'plain',
  'pinstripe',
  'breton',
  'gingham',
  'plaid',
  'dots',
  'floral',
  'leaf',
  'zigzag',
  'block',
  'speckle',
  'terrazzo',
] as const;
export type PrintName = (typeof printNames)[number];

type Tile = { readonly width: number; readonly height: number; readonly turn?: number; readonly marks: string };

const flower = ([x, y]: readonly [number, number], size: number, petal: string, heart: string): string => {
  const petals = [0, 72, 144, 216, 288].map(
    (angle) =>
      `<ellipse cx="${x}" cy="${y - size * 0.62}" rx="${size * 0.4}" ry="${size * 0.6}" transform="rotate(${angle} ${x} ${y})"/>`,
  );
  return `<g fill="${petal}">${petals.join('')}</g><circle cx="${x}" cy="${y}" r="${size * 0.32}" fill="${heart}"/>`;
};

const leafAt = ([x, y]: readonly [number, number], angle: number, size: number, fill: string): string =>
  `<path d="M0 0C${size * 0.5} ${-size * 0.45} ${size} ${-size * 0.35} ${size * 1.4} 0C${size} ${size * 0.35} ${size * 0.5} ${size * 0.45} 0 0Z" fill="${fill}" transform="translate(${x} ${y}) rotate(${angle})"/>`;

const scatter = (random: Random, count: number, mark: (x: number, y: number, at: number) => string): string =>
  Array.from({ length: count }, (_, at) => mark(random.between(6, 134), random.between(6, 134), at)).join('');

const tiles: Readonly<Record<Exclude<PrintName, 'plain'>, (main: string, accent: string, random: Random) => Tile>> = {
  pinstripe: (_main, accent) => ({
    width: 34,
    height: 34,
    marks: `<path d="M8 0V34" stroke="${accent}" stroke-width="3.5" stroke-opacity=".75"/>`,
  }),
  breton: (_main, accent) => ({
    width: 60,
    height: 56,
    marks: `<rect y="8" width="60" height="20" fill="${accent}" fill-opacity=".92"/>`,
  }),
  gingham: (_main, accent) => ({
    width: 56,
    height: 56,
    marks: `<g fill="${accent}" fill-opacity=".42"><rect width="28" height="56"/><rect width="56" height="28"/></g>`,
  }),
  plaid: (main, accent) => ({
    width: 120,
    height: 120,
    marks: `<g fill="${accent}" fill-opacity=".38"><rect x="10" width="34" height="120"/><rect y="10" width="120" height="34"/></g>
<g stroke="${paler(main, 0.7)}" stroke-width="4" stroke-opacity=".6"><path d="M78 0V120M0 78H120"/></g>
<g stroke="${mix(accent, '#000000', 0.4)}" stroke-width="3" stroke-opacity=".5"><path d="M98 0V120M0 98H120"/></g>`,
  }),
  dots: (_main, accent) => ({
    width: 52,
    height: 52,
    marks: `<g fill="${accent}" fill-opacity=".95"><circle cx="13" cy="13" r="7"/><circle cx="39" cy="39" r="7"/></g>`,
  }),
  floral: (main, accent, random) => ({
    width: 150,
    height: 150,
    turn: random.between(-20, 20),
    marks:
      leafAt([52, 52], 30, 22, mix(accent, '#33614a', 0.7)) +
      leafAt([108, 96], 200, 20, mix(accent, '#33614a', 0.7)) +
      leafAt([20, 118], 310, 18, mix(accent, '#33614a', 0.7)) +
      flower([38, 40], 24, accent, paler(main, 0.6)) +
      flower([112, 112], 20, paler(accent, 0.45), '#e39f2f') +
      flower([116, 34], 11, paler(accent, 0.2), '#efd88f') +
      flower([34, 118], 12, paler(accent, 0.65), accent),
  }),
  leaf: (_main, accent) => ({
    width: 110,
    height: 130,
    marks: `<path d="M28 128C30 80 30 40 40 6M82 128C86 92 88 60 80 22" stroke="${accent}" stroke-width="3" fill="none"/>${[
      [31, 104, -35],
      [31, 76, -30],
      [34, 46, -28],
      [30, 92, 215],
      [31, 60, 215],
      [84, 108, -30],
      [86, 78, -32],
      [85, 94, 212],
      [86, 62, 212],
    ]
      .map(([x = 0, y = 0, angle = 0]) => leafAt([x, y], angle, 17, accent))
      .join('')}`,
  }),
  zigzag: (_main, accent) => ({
    width: 60,
    height: 54,
    marks: `<g fill="none" stroke="${accent}"><path d="M-4 30L15 8L30 30L45 8L64 30" stroke-width="9"/><path d="M-4 48L15 26L30 48L45 26L64 48" stroke-width="3"/></g>`,
  }),
  block: (main, accent) => ({
    width: 96,
    height: 96,
    marks: `<g fill="${accent}"><path d="M24 6C42 20 42 36 24 46C6 36 6 20 24 6Z"/><path d="M72 54C90 68 90 84 72 94C54 84 54 68 72 54Z"/></g>
<g fill="${paler(main, 0.55)}"><circle cx="24" cy="29" r="6"/><circle cx="72" cy="77" r="6"/></g>
<g fill="${accent}" fill-opacity=".8"><circle cx="72" cy="24" r="5"/><circle cx="24" cy="74" r="5"/><circle cx="60" cy="24" r="2.5"/><circle cx="84" cy="24" r="2.5"/><circle cx="12" cy="74" r="2.5"/><circle cx="36" cy="74" r="2.5"/></g>`,
  }),
  speckle: (_main, accent, random) => ({
    width: 140,
    height: 140,
    marks: scatter(
      random,
      34,
      (x, y, at) => `<circle cx="${x}" cy="${y}" r="${1 + (at % 4)}" fill="${accent}" fill-opacity=".55"/>`,
    ),
  }),
  terrazzo: (main, accent, random) => ({
    width: 140,
    height: 140,
    marks: scatter(random, 15, (x, y, at) => {
      const fill = [accent, paler(accent, 0.55), mix(main, '#241a3a', 0.45)][at % 3];
      const [a, b] = [random.between(6, 14), random.between(5, 11)];
      return `<path d="M${x - a} ${y}L${x - 2} ${y - b}L${x + a} ${y - 3}L${x + 4} ${y + b}Z" fill="${fill}" fill-opacity=".85"/>`;
    }),
  }),
};

/** The definition of `#print`; nothing for plain. */
export const printDefinition = (name: PrintName, main: string, accent: string, random: Random): string => {
  if (name === 'plain') return '';
  const { width, height, turn = 0, marks } = tiles[name](main, accent, random);
  return `<pattern id="print" width="${width}" height="${height}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})">${marks}</pattern>`;
};
