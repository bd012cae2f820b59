/**
 * `node bin/run.js test/campaign/run-busy.ts [FILE …]`: the suite, or files of it, beside eight programs that do nothing but count.
 * What a test waits for must come on such a machine, too. Ends as the suite does.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const LOOPS = 8;
/** It looks now and then whether somebody is left who wants it. */
const LOOP =
  'const parent = process.ppid; for (let at = 0; ; at += 1) if (at % 100_000_000 === 0 && process.ppid !== parent) process.exit();';

const loops = Array.from({ length: LOOPS }, () => spawn(process.execPath, ['--eval', LOOP], { stdio: 'ignore' }));
const suite = spawn(process.execPath, ['test/run-tests.ts', ...process.argv.slice(2)], { stdio: 'inherit' });
const [code] = (await once(suite, 'exit')) as [number | null];
for (const loop of loops) loop.kill('SIGKILL');
process.exitCode = code ?? 1;
