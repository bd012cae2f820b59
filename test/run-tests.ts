/**
 * `npm test`: the whole suite on the project's own Node. Arguments choose files: npm test -- test/db/contract.test.ts
 *
 * Says first what this machine lacks and which tests are skipped for it. With CI set nothing may be lacking.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { globalSetup, globalTeardown } from './global-setup.ts';
import { keepClusterIn } from './postgres-server.ts';
import { countInto, processorSeconds } from './processor-time.ts';
import { reportTests } from './report-tests.ts';
import { useScratchFolder } from './scratch-folder.ts';
import { sharedProcesses, writeEntries } from './shared-processes.ts';

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

const asked = process.argv.slice(2);
const files = asked.length > 0 ? asked.flatMap((pattern) => globSync(pattern)) : globSync('test/**/*.test.ts');
if (files.length === 0) {
  console.error('no test files found');
  process.exit(1);
}
useScratchFolder();
keepClusterIn(tmpdir());
await globalSetup();
// Node leaves one core idle by default; of two that is half.
const cores = availableParallelism();
const before = ['test-contexts', 'fixed-seed', 'no-orphans', 'processor-time'];
const processor = countInto(join(tmpdir(), 'processor-times'));
const entries = writeEntries(sharedProcesses(files, cores));
const events = run({
  files: entries.files,
  // A test waits half of its time: for a browser, a server, a pause. With one more than the cores a fifth of them was idle.
  concurrency: cores + 2,
  timeout: 900_000,
  // Threads that help to collect garbage wait for one another: with more processes than cores they take a quarter of the time.
  execArgv: ['--single-threaded-gc', ...before.map((name) => `--import=./test/${name}.ts`)],
  // A file loads up to two thousand modules: without types and compiled they take half the time.
  env: { ...process.env, ...processor.env, NODE_COMPILE_CACHE: join('node_modules', '.cache', 'cartwright') },
});
events.on('test:fail', ({ todo }) => {
  if (todo === undefined || todo === false) process.exitCode = 1;
});
for await (const text of reportTests(events, processor.read)) process.stdout.write(text);
entries.remove();
await globalTeardown();
console.log(`${Math.round(processorSeconds())} s of the processor`);
