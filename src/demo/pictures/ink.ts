/**
 * The few strokes all drawings are made of. A piece is a shape with its colour, its print and its shading on top of each other;
 * folds, seams and shines give it weight. Drawings are 800 wide and 1250 high. Pure.
 */
import { deeper, lightness, mix, paler } from '../colours.ts';
import type { Random } from '../random.ts';

export type Ink = {
  /** The product's colour, with its shadow and its light. */
  readonly main: string;
  readonly deep: string;
  readonly pale: string;
  /** For trims, linings and prints. */
  readonly accent: string;
  readonly accentDeep: string;
  /** Whether a print is laid over pieces that take one. */
  readonly printed: boolean;
  /** Which of its category's forms it has: a blazer or a quilted jacket. */
  readonly form: number;
  /** What sets this item apart from its neighbours. */
  readonly random: Random;
};

type Look = { readonly main: string; readonly accent: string; readonly form: number; readonly printed: boolean };

export const inkOf = ({ main, accent, form, printed }: Look, random: Random): Ink => ({
  main,
  deep: deeper(main, 0.3),
  pale: paler(main, lightness(main) > 0.7 ? 0.55 : 0.32),
  accent,
  accentDeep: deeper(accent, 0.3),
  printed,
  form,
  random,
});

export const SHADOW = '#241a3a';

/** `round` bends hard things sideways, `drape` soft ones, `cloth` gently so, `fall` darkens downwards, `flat` hardly at all. */
export type Shading = 'round' | 'drape' | 'cloth' | 'fall' | 'flat';
type PieceStyle = { readonly fill?: string; readonly shading?: Shading; readonly print?: boolean };

export const piece = (
  ink: Ink,
  d: string,
  { fill = ink.main, shading = 'cloth', print = true }: PieceStyle = {},
): string =>
  [
    `<path d="${d}" fill="${fill}"/>`,
    print && ink.printed ? `<path d="${d}" fill="url(#print)"/>` : '',
    `<path d="${d}" fill="url(#${shading})"/>`,
  ].join('');

/** A shape without print, in a colour of its own. */
export const part = (d: string, fill: string, shading: Shading = 'cloth'): string =>
  `<path d="${d}" fill="${fill}"/><path d="${d}" fill="url(#${shading})"/>`;

export const plain = (d: string, fill: string, opacity = 1): string =>
  `<path d="${d}" fill="${fill}"${opacity === 1 ? '' : ` fill-opacity="${opacity}"`}/>`;

export const line = (d: string, colour: string, width: number, opacity = 1): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${opacity === 1 ? '' : ` stroke-opacity="${opacity}"`}/>`;

/** Soft darkness where cloth folds or one thing rests on another. */
export const fold = (d: string, width = 14, opacity = 0.2): string =>
  `<path d="${d}" fill="none" stroke="${SHADOW}" stroke-width="${width}" stroke-linecap="round" stroke-opacity="${opacity}" filter="url(#soft)"/>`;

/** Soft light on an edge. */
export const shine = (d: string, width = 12, opacity = 0.4): string =>
  `<path d="${d}" fill="none" stroke="#fffaf0" stroke-width="${width}" stroke-linecap="round" stroke-opacity="${opacity}" filter="url(#soft)"/>`;

export const stitches = (d: string, colour: string, opacity = 0.6): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="3" stroke-dasharray="11 7" stroke-linecap="round" stroke-opacity="${opacity}"/>`;

export const circle = ([x, y]: readonly [number, number], radius: number, fill: string, more = ''): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"${more}/>`;

export const oval = (
  [x, y]: readonly [number, number],
  [rx, ry]: readonly [number, number],
  fill: string,
  more = '',
): string => `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"${more}/>`;

/** The other half of what is the same left and right of the middle. */
export const mirrored = (markup: string): string => `<g transform="translate(800 0) scale(-1 1)">${markup}</g>`;
export const bothSides = (markup: string): string => markup + mirrored(markup);

export const turned = (markup: string, degrees: number, x = 400, y = 625): string =>
  `<g transform="rotate(${degrees} ${x} ${y})">${markup}</g>`;

export const button = (x: number, y: number, radius: number, fill: string): string =>
  circle([x + 1.5, y + 2.5], radius, SHADOW, ' fill-opacity=".3"') +
  circle([x, y], radius, fill) +
  circle([x, y], radius * 0.62, mix(fill, '#000000', 0.16)) +
  circle([x - radius * 0.25, y], radius * 0.14, deeper(fill, 0.6)) +
  circle([x + radius * 0.25, y], radius * 0.14, deeper(fill, 0.6));

/** Something metal between two points: dark, bright and dark again across. */
export const metal = { gold: '#c99a4b', steel: '#a9adb5', copper: '#b9744f' } as const;
