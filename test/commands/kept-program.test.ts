/** The program as one file: made when something changed, and never needed. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { cartwright, dataFolder } from './run-cartwright.ts';

const bin = new URL('../../bin/', import.meta.url);
/** What bin/cartwright.js does, for another root. */
const script = `
  import { traceSources } from '${new URL('kept-lines.js', bin).href}';
  import { keptProgram } from '${new URL('kept-program.js', bin).href}';
  const kept = await keptProgram(process.argv[1]);
  if (kept === undefined) console.log('not kept');
  else {
    traceSources(kept);
    await import(kept.program);
  }`;

const checkout = () => {
  const root = join(mkdtempSync(join(tmpdir(), 'cartwright-kept-')), '/');
  after(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'src', 'inner'), { recursive: true });
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'package-lock.json'), '{}');
  const write = (file: string, text: string): void => writeFileSync(join(root, 'src', file), text);
  write('main.ts', "import { say } from './inner/say.ts';\nsay('hello');\n");
  write('inner/say.ts', 'export const say = (word: string): void => console.log(word, import.meta.url);\n');
  const run = (environment: Readonly<Record<string, string>> = {}): string =>
    execFileSync(process.execPath, ['--input-type=module', '-e', script, root], {
      encoding: 'utf8',
      env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '', ...environment },
    });
  const kept = (): readonly string[] => readdirSync(join(root, 'node_modules', '.cache', 'cartwright')).toSorted();
  return { root, write, run, kept };
};

describe('the kept program', () => {
  test('is made at the first start, used at the next, and made anew when a source changed', () => {
    const { root, write, run, kept } = checkout();
    assert.equal(run(), `hello file://${root}src/inner/say.ts\n`);
    const first = kept();
    assert.equal(first.length, 2);
    assert.equal(run(), `hello file://${root}src/inner/say.ts\n`);
    assert.deepEqual(kept(), first);
    write('main.ts', "import { say } from './inner/say.ts';\nsay('changed');\n");
    assert.match(run(), /^changed /);
    assert.equal(kept().length, 2, 'the old one is removed');
    assert.notDeepEqual(kept(), first);
  });

  test('has nothing that takes more than a byte for a sign, and says what the sources say', () => {
    const { root, write, run, kept } = checkout();
    write(
      'inner/say.ts',
      '/*! a — note */\nconst tag = ([text]: TemplateStringsArray): string => text ?? "";\n' +
        'export const say = (word: string): void =>\n' +
        '  console.log(word, tag`← 😀`, "→ · “", /^[“·]$/u.test("“"), /😀/u.test("😀"));\n',
    );
    assert.equal(run(), 'hello ← 😀 → · “ true true\n');
    const [program = ''] = kept().filter((name) => name.endsWith('.mjs'));
    const text = readFileSync(join(root, 'node_modules', '.cache', 'cartwright', program), 'utf8');
    assert.match(text, /^[\0-\x7f]+$/);
  });

  test('names the lines of the sources in traces', () => {
    const { root, write, run } = checkout();
    write(
      'inner/say.ts',
      'type Word = string;\n\nexport const say = (word: Word): void => {\n  console.log(new Error(word).stack);\n};\n',
    );
    const trace = run().split('\n');
    assert.equal(trace[0], 'Error: hello');
    assert.equal(trace[1], `    at say (file://${root}src/inner/say.ts:4)`);
    assert.equal(trace[2], `    at file://${root}src/main.ts:2`);
  });

  test('goes on without the names of the sources where another start has replaced it meanwhile', () => {
    const { write, run } = checkout();
    write(
      'main.ts',
      `import { readdirSync, rmSync } from 'node:fs';
      import { join } from 'node:path';
      const folder = join(process.argv[1] ?? '', 'node_modules', '.cache', 'cartwright');
      for (const file of readdirSync(folder)) rmSync(join(folder, file));
      console.log(new Error('still there').stack);\n`,
    );
    const trace = run().split('\n');
    assert.equal(trace[0], 'Error: still there');
    assert.match(trace[1] ?? '', /^    at file:.*\.mjs:\d+:\d+$/);
  });

  test('is made anew where a power failure left an empty file of it', () => {
    const { root, run, kept } = checkout();
    run();
    const program = kept().find((file) => file.endsWith('.mjs')) ?? assert.fail();
    writeFileSync(join(root, 'node_modules', '.cache', 'cartwright', program), '');
    assert.equal(run(), `hello file://${root}src/inner/say.ts\n`);
  });

  test('leaves nothing half where it cannot be kept whole', () => {
    const { root, run, kept } = checkout();
    run();
    const program = kept().find((file) => file.endsWith('.mjs')) ?? assert.fail();
    const file = join(root, 'node_modules', '.cache', 'cartwright', program);
    const before = kept();
    rmSync(file);
    // What cannot be replaced by a file: as on a full disk, what was written beside it stays behind.
    mkdirSync(join(file, 'in the way'), { recursive: true });
    run();
    assert.deepEqual(kept(), before);
  });

  test('is done without where it cannot be kept, cannot be made, or is not wanted', () => {
    const { root, write, run } = checkout();
    assert.equal(run({ NODE_DISABLE_COMPILE_CACHE: '1' }), 'not kept\n');
    write('main.ts', 'this is no program');
    assert.equal(run(), 'not kept\n');
    write('main.ts', 'console.log(1);');
    rmSync(join(root, 'node_modules'), { recursive: true });
    writeFileSync(join(root, 'node_modules'), 'a file where a folder should be');
    assert.equal(run(), 'not kept\n');
  });

  test('does what the sources do', async () => {
    const data = dataFolder();
    after(data.remove);
    const variables = { CARTWRIGHT_DATA: data.folder };
    const [kept, plain] = [
      await cartwright(['openapi'], variables),
      await cartwright(['openapi'], { ...variables, NODE_DISABLE_COMPILE_CACHE: '1' }),
    ];
    assert.equal(kept.code, 0, kept.err);
    assert.equal(kept.out, plain.out);
  });
});
