/** A newcomer types what the README and the pages of docs/ say; so does this test. */
import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dataFolder, serving } from './commands/run-cartwright.ts';
import { shell } from './shell.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const block = (language: string): string =>
  readFileSync(`${root}/README.md`, 'utf8').split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';

/** Fenced or indented: every block of a page in which something is called. */
const printedCalls = (page: string): readonly string[] =>
  [...page.matchAll(/```\w*\n([^`]*)```|((?:^ {4}.*\n)+)/gm)]
    .map(([, fenced, indented]) => fenced ?? indented ?? '')
    .filter((text) => /\bcurl /.test(text));

test('the calls of the README and of every page of docs work as they are written', async () => {
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

  const table = /^ {4}uid,item_id.*\n(?: {4}.*\n)+/m.exec(readFileSync(`${root}/docs/operations/import.md`, 'utf8'));
  writeFileSync(join(folder, 'articles.csv'), (table?.[0] ?? '').replaceAll(/^ {4}/gm, ''));
  const [, token = ''] = /(TOKEN=\$\(curl[\s\S]*?\/\\1\/'\))/.exec(block('sh')) ?? [];
  // Those of how-to pages are run, in their order, by the test of the guide.
  const pages = globSync('docs/**/*.md', { cwd: root, exclude: ['docs/how-to/**'] });
  const blocks = pages.flatMap((page) => printedCalls(readFileSync(join(root, page), 'utf8')));
  assert.ok(blocks.length >= 2 && token !== '');
  const calls = blocks.map((text) => text.replaceAll(/\bcurl /g, 'curl -sSf ')).join('\n');
  const script = `eval "$(npx cartwright env)"\n${token}\ncd "$CARTWRIGHT_DATA"\n${calls}`;
  const printed = await shell(script, { CARTWRIGHT_DATA: folder, PORT: new URL(node.url).port });
  assert.equal(printed.code, 0, printed.out);
  assert.match(printed.out, /"kind":"articles"/);
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
