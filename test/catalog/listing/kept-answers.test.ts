/** Kept answers hold the memory that is counted for them, and no more. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keptAnswers } from '../../../src/catalog/listing/kept-answers.ts';

describe('kept answers', () => {
  test('own their bytes: nothing else lies in the memory that they keep', async () => {
    const answers = keptAnswers(1_000_000, String);
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, at) => answers(`key ${at}`, '1').body(async () => Buffer.from(`answer ${at}`))),
    );
    for (const [at, bytes] of made.entries()) {
      assert.equal(Buffer.from(bytes).toString(), `answer ${at}`);
      assert.equal(bytes.buffer.byteLength, bytes.byteLength);
    }
  });

  test('of an older version leave when the question is asked of a new one, and those who wait for them get theirs', async () => {
    const answers = keptAnswers(10_000, (question, version) => `${question} ${version}`);
    const long = (sign: string) => async () => Buffer.from(sign.repeat(400));
    const other = answers('other', '1');
    await other.body(long('o'));
    const waited = answers('asked', '1').body(long('a'));
    for (let version = 2; version < 20; version++) await answers('asked', String(version)).body(long('b'));
    assert.equal(Buffer.from(await waited).toString(), 'a'.repeat(400));
    assert.equal(answers('asked', '19').isMade(), true);
    assert.equal(answers('asked', '18').isMade(), false);
    assert.equal(answers('asked', '18').tag, 'asked 18');
    assert.equal(answers('other', '1').isMade(), true, 'older versions took no room from others');
  });

  test('take room also where a question has no answer, and by what a small one is kept in', async () => {
    const answers = keptAnswers(1_000_000, String);
    const missing = async () => Promise.reject(new Error('not there'));
    const asked = Array.from({ length: 10_000 }, (_, at) => answers(`${at}`, '1'));
    for (const answer of asked) await assert.rejects(answer.body(missing));
    // The newest first: to ask for one that left has another one leave.
    const isKept = asked
      .map((_, at) => at)
      .toReversed()
      .map((at) => answers(`${at}`, '1') === asked[at]);
    const [first, last] = [isKept.indexOf(false), isKept.lastIndexOf(true)];
    assert.ok(first > 0 && first <= 1_000 && last < first, `${first} of them are kept`);
  });
});
