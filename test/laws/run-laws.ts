/**
 * `npm run laws -- 1000000 [FILES]`: every law of this folder (or of these files) so many times, one file after the other.
 *
 * The suite gives a test five minutes, a million carts need more: here a law takes the time it takes. The spec reporter says how
 * long each one took; a law that breaks names the seed and the smallest case.
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';

const [asked, ...chosen] = process.argv.slice(2);
const runs = Number(asked);
if (!Number.isSafeInteger(runs) || runs < 1) {
  console.error('usage: npm run laws -- RUNS [FILES]');
  process.exit(2);
}
const files = chosen.length > 0 ? chosen : globSync('test/laws/*.test.ts').toSorted();
const flags = ['--import=./test/fixed-seed.ts', '--test', '--test-concurrency=1', '--test-reporter=spec'];
const child = spawn(process.execPath, [...flags, ...files], {
  stdio: 'inherit',
  env: { ...process.env, CARTWRIGHT_LAW_RUNS: String(runs) },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => (process.exitCode = code ?? 1));
