/** What a node that serves tells the C library, which reads it before Node begins. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';

const bin = new URL('../../bin/', import.meta.url);
const wanted = JSON.parse(readFileSync(new URL('c-library.json', bin), 'utf8')) as Readonly<Record<string, string>>;
const [first = '', ...others] = Object.keys(wanted);

const folder = mkdtempSync(join(tmpdir(), 'cartwright-c-library-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const program = join(folder, 'tells-itself.mjs');
writeFileSync(
  program,
  `import { beginAnew } from '${new URL('c-library.js', bin).href}';
beginAnew();
const { pid, env, argv, execArgv, channel } = process;
console.log(JSON.stringify({ pid, env, args: argv.slice(2), execArgv, hasChannel: channel !== undefined }));
process.channel?.unref();
`,
);

type Told = {
  readonly pid: number;
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly execArgv: readonly string[];
  readonly hasChannel: boolean;
};

/** What the program says of itself, and the pid it was started under. */
const began = async (variables: Readonly<Record<string, string>> = {}, channel: 'ipc' | 'ignore' = 'ignore') => {
  const unset = Object.fromEntries(Object.keys(wanted).map((name) => [name, undefined]));
  const child = spawn(process.execPath, ['--stack-trace-limit=7', program, 'serve', '--empty'], {
    env: { ...process.env, ...unset, ...variables },
    stdio: ['ignore', 'pipe', 'inherit', channel],
  });
  const ended = once(child, 'close');
  assert.ok(child.stdout !== null);
  const told = (await json(child.stdout)) as Told;
  await ended;
  return { told, pid: child.pid };
};

const skip = process.platform === 'linux' ? false : 'begins anew on Linux alone';

describe('a node that serves', { skip }, () => {
  test('begins anew under its pid, with its flags and arguments, where nothing was said', async () => {
    const { told, pid } = await began();
    assert.equal(told.pid, pid);
    assert.deepEqual(told.args, ['serve', '--empty']);
    assert.deepEqual(told.execArgv, ['--stack-trace-limit=7']);
    for (const [name, value] of Object.entries(wanted)) assert.equal(told.env[name], value);
  });

  test('leaves what somebody said', async () => {
    const { told } = await began({ [first]: '4' });
    assert.equal(told.env[first], '4');
    for (const name of others) assert.equal(told.env[name], wanted[name]);
  });

  test('keeps the channel of whoever started it, and goes on as it is', async () => {
    const { told } = await began({}, 'ipc');
    assert.equal(told.hasChannel, true);
    assert.equal(told.env[first], undefined);
  });
});
