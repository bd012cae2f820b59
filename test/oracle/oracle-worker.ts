/** A worker of `npm run oracle`: batches by number, each answered when it is done. */
import { runBatch } from './batch.ts';

export type Asked = { readonly seed: number; readonly carts: number; readonly batch: number };
export type Told = {
  readonly batch: number;
  readonly counts: readonly (readonly [string, number])[];
  readonly difference: unknown;
};
process.on('message', ({ seed, carts, batch }: Asked) => {
  const { counts, difference } = runBatch(seed, carts);
  const told: Told = { batch, counts: [...counts], difference };
  process.send?.(told);
});
process.on('disconnect', () => process.exit());
