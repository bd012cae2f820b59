/**
 * `npm test`: the whole suite on the project's own Node. Arguments choose files: npm test -- test/db/contract.test.ts
 *
 * Says first what this machine lacks and which tests are skipped for it. With CI set nothing may be lacking.
 */
import { spawn, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const onPath = (program: string): boolean =>
  spawnSync(process.platform === 'win32' ? 'where' : 'which', [program], { stdio: 'ignore' }).status === 0;

const wanted = [
  { program: 'cc', for: 'the tests that count fsync calls', debian: 'gcc' },
  { program: process.env.CHROMIUM || 'chromium', for: 'the tests of pages in a browser', debian: 'chromium' },
];
const lacking = wanted.filter(({ program }) => !onPath(program));
for (const { program, for: purpose, debian } of lacking) {
  console.log(`skipped: ${purpose}, because there is no ${program} here (Debian: apt-get install ${debian})`);
}
if (process.env.CI && lacking.length > 0) {
  console.error('CI is set, so nothing may be skipped.');
  process.exit(1);
}

const files = process.argv.slice(2).length > 0 ? process.argv.slice(2) : globSync('test/**/*.test.ts').toSorted();
if (files.length === 0) {
  console.error('no test files found');
  process.exit(1);
}
// Node leaves one core idle by default; of two that is half.
const atOnce = `--test-concurrency=${availableParallelism()}`;
const flags = [
  '--import=./test/fixed-seed.ts',
  '--test',
  atOnce,
  '--test-reporter=spec',
  '--test-global-setup=test/global-setup.ts',
  '--test-timeout=300000',
];
const child = spawn(process.execPath, [...flags, ...files], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => (process.exitCode = code ?? 1));
