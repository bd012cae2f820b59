import type { Ink } from './ink.ts';
import type { Stage } from './stage.ts';

/** How one kind of product is drawn, and where. */
export type Drawing = {
  readonly stage: Stage;
  /** What a close-up shows. */
  readonly focus: readonly [x: number, y: number];
  readonly draw: (ink: Ink) => string;
};

/** Its parts, from the back to the front. */
type Parts = (ink: Ink) => readonly string[];

export const drawing = (stage: Stage, focus: Drawing['focus'], parts: Parts): Drawing => ({
  stage,
  focus,
  draw: (ink) => parts(ink).join(''),
});
