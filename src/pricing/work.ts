/**
 * Work that yields before each piece how much of it there is, so that whoever has it done may let others have their turn in between
 * (`workInTurns` of shared/slices.ts). Pure.
 */
export type Work<Result> = Generator<number, Result>;

/** All of it, without a pause. */
export const atOnce = <Result>(work: Work<Result>): Result => {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
};
