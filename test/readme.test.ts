/** A newcomer types what the README says; so does this test. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dataFolder, serving } from './commands/run-cartwright.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const block = (language: string): string =>
  readFileSync(`${root}/README.md`, 'utf8').split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';

const shell = (
  script: string,
  variables: Readonly<Record<string, string>>,
): Promise<{ code: number | null; out: string }> =>
  new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-eu', '-c', script], { cwd: root, env: { ...process.env, ...variables } });
    let out = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (out += data));
    child.once('close', (code) => resolve({ code, out }));
  });

test('the calls of the README work as they are written', async () => {
  const { folder, remove } = dataFolder();
  after(remove);
  const node = await serving({ CARTWRIGHT_DATA: folder }, []);
  after(node.stop);
  const { code, out } = await shell(block('sh'), { CARTWRIGHT_DATA: folder, PORT: new URL(node.url).port });
  assert.equal(code, 0, out);
  assert.match(out, /"name":"Demo Shop"/);
  assert.match(out, /"secret":\["sk_/);
  assert.match(out, /"raw_permissions":\["company\/products\/read"\]/);
  assert.match(out, /"item_total":2/);
  assert.match(out, /"points":2400/);
});

test('the public SDK gets its token as the README says', async () => {
  const { folder, remove } = dataFolder();
  after(remove);
  const node = await serving({ CARTWRIGHT_DATA: folder });
  after(node.stop);
  const script = `${block('js')}console.log(typeof platform.application, config.oauthClient.token.length > 20);`;
  const line = `eval "$(npx cartwright env)" && "$NODE" --input-type=module -e "$SCRIPT"`;
  const port = new URL(node.url).port;
  const { code, out } = await shell(line, {
    CARTWRIGHT_DATA: folder,
    PORT: port,
    NODE: process.execPath,
    SCRIPT: script,
  });
  assert.equal(code, 0, out);
  assert.match(out, /function true/);
});
