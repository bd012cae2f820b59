/** The guide is what docs/ says, every link of it leads somewhere, and the lines of its how-to pages work as they are printed. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { renderMarkdown } from '../../../src/http/guide/markdown.ts';
import { dataFolder, type Serving, serving } from '../../commands/run-cartwright.ts';
import { shell } from '../../shell.ts';

const docs = fileURLToPath(new URL('../../../docs/', import.meta.url));
const rendered = (text: string): string => renderMarkdown(text, (target) => `to:${target}`).body.markup;

describe('markdown', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['# A `b` & c', '<h1 id="a-b--c">A <code>b</code> &amp; c</h1>\n'],
    ['one\ntwo', '<p>one two</p>'],
    ['<script>x</script>', '<p>&lt;script&gt;x&lt;/script&gt;</p>'],
    ['[a **b**](c.md#d)', '<p><a href="to:c.md#d">a <strong>b</strong></a></p>'],
    ['*a b* and 2 * 3 * 4', '<p><em>a b</em> and 2 * 3 * 4</p>'],
    ['`[a](b)`', '<p><code>[a](b)</code></p>'],
    ['![p](q.png)', '<p><img src="to:q.png" alt="p" loading="lazy"></p>'],
    ['- a\n  b\n  - c\n- d', '<ul><li>a b<ul><li>c</li></ul></li><li>d</li></ul>'],
    ['1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
    ['```sh\na < b\n```', '<pre tabindex="0"><code>a &lt; b</code></pre>'],
    ['```json two-words\n1\n```', '<pre tabindex="0"><code>1</code></pre>'],
    ['    a\n    b', '<pre tabindex="0"><code>a\nb</code></pre>'],
    [
      '| A | B |\n|---|---|\n| `x\\|y` | z |',
      '<div class="table" tabindex="0"><table><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody><tr><td><code>x|y</code></td><td>z</td></tr></tbody></table></div>',
    ],
  ];
  for (const [text, expected] of cases) test(JSON.stringify(text), () => assert.equal(rendered(text), expected));
});

describe('/guide', () => {
  const { folder, remove } = dataFolder();
  let node: Serving;
  before(async () => {
    node = await serving({ CARTWRIGHT_DATA: folder, CARTWRIGHT_ALLOW_PRIVATE_ADDRESSES: 'true' }, []);
  });
  after(async () => {
    await node.stop();
    remove();
  });
  const open = async (path: string) => {
    const response = await fetch(`${node.url}${path}`, { headers: { accept: 'text/html' } });
    return {
      status: response.status,
      policy: response.headers.get('content-security-policy'),
      text: await response.text(),
    };
  };

  test('has every page of docs/, and no link of it leads nowhere', async () => {
    const wanted = globSync('**/*.md', { cwd: docs }).map((file) => file.replace(/\.md$/, '').replace(/\/README$/, ''));
    const pages = new Map<string, string>();
    for (const name of wanted) {
      const { status, policy, text } = await open(`/guide/${name}`);
      assert.equal(status, 200, name);
      assert.equal(text.split('<h1').length, 2, name);
      assert.doesNotMatch(policy ?? '', /unsafe/);
      pages.set(`/guide/${name}`, text);
    }
    const broken = [...pages].flatMap(([at, text]) =>
      [...text.matchAll(/href="((?:\/guide\/|#)[^"]*)"/g)].flatMap(([, target = '']) => {
        const [path = '', anchor] = target.split('#');
        if (path === '/guide/search') return [];
        const found = pages.get(path === '' ? at : path);
        return found !== undefined && (anchor === undefined || found.includes(` id="${anchor}"`))
          ? []
          : [`${at} → ${target}`];
      }),
    );
    assert.deepEqual(broken, []);
  });

  test('begins at the start, finds words, and says what is not there', async () => {
    assert.match((await open('/guide')).text, /<h1 id="start">Start<\/h1>/);
    assert.match((await open('/guide/search?q=lanes')).text, /href="\/guide\/how-to\/05-delivery-lanes"/);
    const refunds = (await open('/guide/search?q=refund')).text;
    assert.match(refunds, /Take goods back and refund them<\/a>/);
    const excerpts = [...refunds.matchAll(/<p class="excerpt">(.+?)<\/p>/g)].map(([, text = '']) => text);
    assert.ok(excerpts.length > 3, String(excerpts.length));
    assert.ok(excerpts.filter((text) => /<mark>refund<\/mark>/i.test(text)).length > 3, excerpts.join('\n'));
    // Sentences, or whole words of one: no row of a table, no line of code, no target of a link.
    for (const text of excerpts) assert.doesNotMatch(text, /\||\.md\)|^#|```|^[a-z]\S*$/, text);
    assert.match((await open('/guide/search?q=nosuchword')).text, /No page has “nosuchword”\./);
    assert.match((await open('/guide/search?q=%5B(.*')).text, /<h1>Search<\/h1>/);
    const hostile = await open('/guide/search?q=%3Cscript%3Ealert(1)%3C/script%3E');
    assert.doesNotMatch(hostile.text, /<script>alert/);
    const nowhere = await open('/guide/nowhere');
    assert.equal(nowhere.status, 404);
    assert.match(nowhere.text, /<h1>There is no such page<\/h1>/);
    assert.match(nowhere.text, /role="search".*id="contents"/s, 'with search and contents');
    const program = await fetch(`${node.url}/guide/nowhere`, { headers: { accept: 'application/json' } });
    assert.equal(((await program.json()) as { readonly error_code: string }).error_code, 'route_not_found');
    assert.equal((await open('/guide/pictures/..%2f..%2fpackage.json')).status, 404);
    assert.equal((await open('/guide/pictures/storefront.png')).status, 200);
  });

  test('the lines of the how-to pages work as they are printed', async () => {
    // Of this one nothing is called: its cases run in test/pricing/vectors.test.ts.
    const uncalled = 'how-to/14-prove-equal-totals.md';
    const files = globSync('how-to/*.md', { cwd: docs })
      .filter((file) => file !== uncalled)
      .toSorted();
    const blocks = files.map(
      (file) => readFileSync(`${docs}${file}`, 'utf8').split('```sh\n')[1]?.split('```')[0] ?? '',
    );
    // A second block of a page would be printed and never run.
    for (const file of files) assert.equal(readFileSync(`${docs}${file}`, 'utf8').split(/^```sh$/m).length, 2, file);
    const [first = ''] = blocks;
    const preamble = first.slice(0, first.indexOf('CLIENTS='));
    const said = files.map((file, at) => `echo '== ${file}'\n${(blocks[at] ?? '').replace(preamble, '')}`);
    assert.ok(blocks.every((text) => text.startsWith(preamble)));
    const { code, out } = await shell(`${preamble}${said.join('\n')}`, {
      CARTWRIGHT_DATA: folder,
      RECEIVER: `${node.url}/receiver`,
    });
    assert.equal(code, 0, out.slice(-2_000));
    assert.match(out, /"secret":\["sk_/);
    assert.match(out, /"link":"http/);
    assert.equal(out.split('"accepted":50').length, 3);
    assert.match(out, /Fifteen off/);
    assert.match(out, /"search":"found".*"change":\{"steps":\[\{"kind":"add"/);
    assert.match(out, /"wanted":1000/);
    assert.match(out, /"status":"cancelled"/);
    assert.match(out, /bank-4711/);
    assert.match(out, /"queued":/);
    assert.match(out, /"step":"product_listing"/);
  });
});
