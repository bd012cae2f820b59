/** Refused lines as text: what they were is kept, also where it was no value. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { theBeginning } from '../../src/feeds/feed-rows.ts';
import { refusedText } from '../../src/feeds/refused-text.ts';

const refused = (text: string): Promise<string> => {
  const verdicts = text
    .trim()
    .split('\n')
    .map((_row, at) => ({ line: at + 1, key: null, success: false, message: 'No.', field: 'uid', error_code: null }));
  const from = async function* (position: number) {
    yield Buffer.from(text).subarray(position);
  };
  return refusedText(from, 'ndjson', { after: theBeginning, verdicts });
};
const because = (line: number): string => `"refused_because":"line ${line}: uid: No."}\n`;

describe('a refused line', () => {
  test('has its numbers as they were written, also those that no value holds', async () => {
    const rows = [
      '{"uid":1e400',
      `{"uid": 23, "name": ${'9'.repeat(400)}`,
      '{"uid":0.1234567890123456789,"name":"\\"}"',
      '{"uid":1234567890.1234567',
    ];
    const whole = rows.map((row) => `${row}}\n`).join('');
    assert.equal(await refused(whole), rows.map((row, at) => `${row},${because(at + 1)}`).join(''));
  });

  test('says why it is refused now, and no longer why it was before', async () => {
    for (const row of ['{"uid":1e400}\n', '{"uid":"x"}\n', '{}\n']) {
      const first = await refused(row);
      assert.equal(await refused(first), first);
    }
    assert.equal(await refused('{"refused_because":"line 9: at 1234567890123456 \\"it\\"."}'), `{${because(1)}`);
  });
});
