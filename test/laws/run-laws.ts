/**
 * `npm run laws -- 1000000 [FILES]`: every law of this folder (or of these files) so many times, one after the other.
 *
 * The suite gives a test five minutes; here a law takes the time it takes, and each is reported when it is done. One that breaks
 * names the seed and the smallest case, and the others still run.
 */
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CollectedTest, replaceNodeTest, takeCollected } from '../collected-tests.ts';

const [asked, ...chosen] = process.argv.slice(2);
const runs = Number(asked);
if (!Number.isSafeInteger(runs) || runs < 1) {
  console.error('usage: npm run laws -- RUNS [FILES]');
  process.exit(2);
}
process.env.CARTWRIGHT_LAW_RUNS = String(runs);

const holds = async ({ said, run }: CollectedTest): Promise<boolean> => {
  const begun = performance.now();
  const report = (verdict: string): void =>
    console.log(`${verdict} ${said} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
  try {
    await run();
    report('holds ');
    return true;
  } catch (error) {
    report('BREAKS');
    console.log(error instanceof Error ? error.message : error);
    return false;
  }
};

replaceNodeTest();
await import('../fixed-seed.ts');
const files = chosen.length > 0 ? chosen : globSync('test/laws/*.test.ts').toSorted();
for (const file of files) await import(pathToFileURL(resolve(file)).href);
const laws = takeCollected();
console.log(`${laws.length} laws, ${runs} cases each`);
let broken = 0;
for (const law of laws) if (!(await holds(law))) broken += 1;
console.log(broken === 0 ? 'all hold' : `${broken} of ${laws.length} do not hold`);
process.exitCode = broken === 0 ? 0 : 1;
