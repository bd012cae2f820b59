import type { Ink } from './ink.ts';
import type { Stage } from './stage.ts';

/** How one kind of product is drawn, and where. */
export type Drawing = {
  readonly stage: Stage;
  /** What a close-up shows. */
  readonly focus: readonly [x: number, y: number];
  readonly draw: (ink: Ink) => string;
};
