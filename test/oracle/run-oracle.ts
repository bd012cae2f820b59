/**
 * `npm run oracle -- CARTS [--seed N] [--from CART] [--workers N]`: so many random carts through the engine and through the second one.
 *
 * Carts come in batches, each with a seed of its own made from the seed and its number, so that a run can be continued where it
 * was left (`--from`) and a batch can be looked at alone. Prints the smallest cart of every difference as JSON, both answers with it,
 * and at the end how often each feature was exercised. Exit code 1 on a difference or a feature that no cart reached.
 */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { required, unseen } from './coverage.ts';
import type { Asked, Told } from './oracle-worker.ts';

const batchSize = 500;
const mostDifferences = 5;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '20261116' },
    from: { type: 'string', default: '0' },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
});
const [carts, seed, from, workers] = [positionals[0], values.seed, values.from, values.workers].map(Number) as [
  number,
  number,
  number,
  number,
];
if (
  ![carts, seed, from, workers].every((given) => Number.isSafeInteger(given) && given >= 0) ||
  carts < 1 ||
  workers < 1
) {
  console.error('usage: npm run oracle -- CARTS [--seed N] [--from CART] [--workers N]');
  process.exit(2);
}
/** Neighbouring batches must not draw alike. */
const seedOf = (batch: number): number => (Math.imul(batch + 1, 0x9e37_79b1) ^ Math.imul(seed, 0x85eb_ca6b)) | 0;

const first = Math.floor(from / batchSize);
const last = Math.ceil((from + carts) / batchSize);
const begun = performance.now();
const counts = new Map<string, number>();
let [next, done, different] = [first, 0, 0];
const open = new Set<number>();
console.log(`seed ${seed}, carts ${first * batchSize} to ${last * batchSize}, ${workers} workers`);

const seconds = (): number => (performance.now() - begun) / 1000;
const report = (): void => {
  const compared = done * batchSize;
  const safe = Math.min(next, ...open) * batchSize;
  console.log(
    `${compared} carts compared in ${seconds().toFixed(0)} s (${(compared / Math.max(1, seconds())).toFixed(0)} a second), ${different} differ; to continue: --seed ${seed} --from ${safe}`,
  );
};
const progress = setInterval(report, 5000);

await Promise.all(
  Array.from({ length: Math.min(workers, last - first) }, async () => {
    const worker = fork(new URL('oracle-worker.ts', import.meta.url));
    const ended = new Promise<never>((_, reject) =>
      worker.on('exit', (code) => reject(new Error(`a worker ended with ${code}`))),
    );
    ended.catch(() => undefined);
    while (next < last && different < mostDifferences) {
      const batch = next;
      next += 1;
      open.add(batch);
      const asked: Asked = { seed: seedOf(batch), carts: batchSize, batch };
      const answer = new Promise<Told>((resolve) => worker.once('message', (told) => resolve(told as Told)));
      worker.send(asked);
      const told = await Promise.race([answer, ended]);
      open.delete(batch);
      done += 1;
      for (const [feature, count] of told.counts) counts.set(feature, (counts.get(feature) ?? 0) + count);
      if (told.difference !== null) {
        different += 1;
        console.log(`batch ${batch}:\n${JSON.stringify(told.difference)}`);
      }
    }
    worker.removeAllListeners('exit');
    worker.disconnect();
  }),
);
clearInterval(progress);
report();
const others = [...counts.keys()].filter((feature) => !required.includes(feature)).toSorted();
for (const feature of [...required, ...others])
  console.log(`${String(counts.get(feature) ?? 0).padStart(9)}  ${feature}`);
const missing = unseen(counts);
if (missing.length > 0) console.log(`never exercised: ${missing.join(', ')}`);
process.exitCode = different > 0 || missing.length > 0 ? 1 : 0;
