/** `node bin/run.js test/campaign/run-guard.ts NUMBER`: takes one guard away and runs the tests that must notice. Ends with 0 when they do. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guards } from './guards.ts';

const guard = guards[Number(process.argv[2])];
if (guard === undefined) {
  console.error(`usage: run-guard.ts NUMBER, from 0 to ${guards.length - 1}`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'guard-'));
const seen = join(folder, 'seen');
const preload = new URL('run-without-guard.ts', import.meta.url).href;
console.log(`without ${guard.find} of ${guard.file}: ${guard.tests.join(' ')}`);
const { status } = spawnSync(process.execPath, ['bin/run.js', 'test/run-tests.ts', ...guard.tests], {
  stdio: ['ignore', 'ignore', 'ignore'],
  env: {
    ...process.env,
    NODE_OPTIONS: `--import=${preload}`,
    CARTWRIGHT_TEST_GUARD: JSON.stringify({ guard, seen }),
  },
});
const isTaken = existsSync(seen);
rmSync(folder, { recursive: true, force: true });
const outcome = isTaken ? (status === 0 ? 'NOT NOTICED' : 'noticed') : 'was never loaded';
console.log(JSON.stringify({ file: guard.file, find: guard.find, at: guard.at, outcome }));
process.exit(outcome === 'noticed' ? 0 : 1);
