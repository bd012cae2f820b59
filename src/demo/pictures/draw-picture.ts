/**
 * The picture of an item as a whole SVG: self-contained, without scripts, and the same bytes every time. Pure.
 * The first picture shows the product in its room, the second a close-up in another light.
 */
import { seeded } from '../random.ts';
import type { Drawing } from './drawing.ts';
import { type DrawingName, drawings } from './drawings.ts';
import { inkOf } from './ink.ts';
import { type PrintName, printDefinition } from './prints.ts';
import { backdrop, type Stage, stageDefinitions } from './stage.ts';

export type PictureSubject = {
  /** What chance is drawn from: the item's slug. */
  readonly slug: string;
  /** For people who cannot see it. */
  readonly title: string;
  readonly drawing: DrawingName;
  readonly main: string;
  readonly accent: string;
  readonly walls: readonly [string, string];
  readonly print: PrintName;
  /** Which of its category's forms it has, from 0. */
  readonly form: number;
  /** A second product beside the first: the picture of a set. */
  readonly companion?: Pick<PictureSubject, 'drawing' | 'main' | 'accent' | 'form'>;
};
export const picturesPerItem = 2;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const CLOSE = 1.75;
/** Moves the focus of the drawing into the middle, without showing more than the picture's edge. */
const closeUp = ([x, y]: Drawing['focus'], markup: string): string =>
  `<g transform="translate(${400 - x * CLOSE} ${625 - y * CLOSE}) scale(${CLOSE})">${markup}</g>`;

/** Clothes hang free of their wall; what stands on a plinth fills its arch. */
const placed: Readonly<Record<Stage, (product: string) => string>> = {
  wall: (product) => `<g filter="url(#drop)">${product}</g>`,
  floor: (product) => product,
  plinth: (product) => `<g transform="translate(400 1000) scale(1.16) translate(-400 -1000)">${product}</g>`,
};

/** Two products on one floor, the companion a step behind. */
const together = (subject: PictureSubject, lean: number): string => {
  const { slug, walls, companion } = subject;
  if (companion === undefined) throw new Error(`${slug} is no set`);
  const ink = inkOf({ ...subject, printed: false }, seeded(slug));
  const behind = inkOf({ ...companion, printed: false }, seeded(`${slug}/companion`));
  return [
    backdrop('floor', walls[0], lean),
    `<g transform="translate(326 312) scale(.63)">${placed.wall(drawings[companion.drawing].draw(behind))}</g>`,
    `<g transform="translate(-56 356) scale(.7)">${placed.wall(drawings[subject.drawing].draw(ink))}</g>`,
  ].join('');
};

const alone = (subject: PictureSubject, close: boolean, lean: number): string => {
  const { slug, walls, print } = subject;
  const drawing: Drawing = drawings[subject.drawing];
  const product = drawing.draw(inkOf({ ...subject, printed: print !== 'plain' }, seeded(slug)));
  const scene = backdrop(drawing.stage, walls[close ? 1 : 0], close ? -lean : lean) + placed[drawing.stage](product);
  return close ? `<rect width="800" height="1250" fill="url(#wall)"/>${closeUp(drawing.focus, scene)}` : scene;
};

/** `number` begins at 1. */
export const drawPicture = (subject: PictureSubject, number: number): string => {
  const { slug, main, accent, walls, print } = subject;
  const close = number > 1;
  const lean = seeded(`${slug}/light`).between(-140, 160);
  const scene = subject.companion === undefined || close ? alone(subject, close, lean) : together(subject, lean);
  const definitions =
    stageDefinitions(walls[close ? 1 : 0]) + printDefinition(print, main, accent, seeded(`${slug}/print`));
  const title = escaped(subject.title);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 1250" width="800" height="1250" role="img" aria-label="${title}"><title>${title}</title><defs>${definitions}</defs>${scene}</svg>\n`;
};
