/** Text that anybody may send is put into a normal form in time that grows with its length alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalForm } from '../../../src/shared/texts/normal-form.ts';
import { read, sources, withoutComments } from '../../source-files.ts';

const forms = ['NFC', 'NFKC', 'NFKD'] as const;

test('what people write has the form that Unicode gives it', () => {
  const texts = [
    '',
    'Crème Brûlée',
    'cre\u0300me',
    'ﾃﾞﾊﾟｰﾄ',
    '9820011223',
    'a\u0323\u0307b',
    'हिन्दी',
    'Việt Nam',
    '각',
    'ﬁ',
    '2⁵',
  ];
  const marked = `${'o\u0323\u0302\u0301'.repeat(20)} e${'\u0301'.repeat(30)}`;
  for (const form of forms) {
    for (const text of [...texts, marked]) assert.equal(normalForm(text, form), text.normalize(form), text);
  }
});

test('no more marks are put in order than thirty in a row, whatever they are made of', () => {
  for (const marks of ['\u0301\u0323', '\u0301\uFF9E', '\u{1D165}\u0316', '\u0E38\u0E48']) {
    const text = `a${marks.repeat(8000)}z`;
    for (const form of forms) {
      const made = normalForm(text, form);
      assert.ok(made.length <= 2 + 30 * 2, `${made.length} of ${text.length}`);
      assert.ok(made.endsWith('z'));
    }
  }
});

/** Where it is done without, and why. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ['src/operators/password.ts', 'a form has 16 KiB, and a password with other marks would be another one'],
]);

test('nothing else of the service makes a normal form', () => {
  const made = sources.filter(
    (file) => file.startsWith('src/') && /\.normalize\((?:\)|'NF|form)/.test(withoutComments(read(file))),
  );
  assert.deepEqual(made, [...exceptions.keys(), 'src/shared/texts/normal-form.ts']);
});
