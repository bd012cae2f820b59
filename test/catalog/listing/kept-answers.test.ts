/** Kept answers hold the memory that is counted for them, and no more. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keptAnswers } from '../../../src/catalog/listing/kept-answers.ts';

describe('kept answers', () => {
  test('own their bytes: nothing else lies in the memory that they keep', async () => {
    const answers = keptAnswers(1_000_000, (key) => key);
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, at) => answers(`key ${at}`).body(async () => Buffer.from(`answer ${at}`))),
    );
    for (const [at, bytes] of made.entries()) {
      assert.equal(Buffer.from(bytes).toString(), `answer ${at}`);
      assert.equal(bytes.buffer.byteLength, bytes.byteLength);
    }
  });
});
