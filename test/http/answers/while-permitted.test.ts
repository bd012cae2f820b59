import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { whilePermitted } from '../../../src/http/answers/while-permitted.ts';
import { Refusal } from '../../../src/shared/errors.ts';

describe('an answer that goes on for long', () => {
  let at = 0;
  let isLeft = false;
  async function* parts() {
    try {
      for (let number = 1; ; number += 1) {
        yield number;
        at += 400;
      }
    } finally {
      isLeft = true;
    }
  }

  test('is cut off within a second of when its reader may have it no longer, and lets go of what it read', async () => {
    const asked: number[] = [];
    const mayStill = async (): Promise<boolean> => asked.push(at) < 3;
    const read: number[] = [];
    const whole = async (): Promise<void> => {
      for await (const part of whilePermitted(parts(), mayStill, () => at)) read.push(part);
    };
    await assert.rejects(whole, (error) => error instanceof Refusal && error.code === 'permission_missing');
    assert.deepEqual([asked, read.at(-1)], [[1200, 2400, 3600], 9]);
    assert.equal(isLeft, true);
  });
});
