import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tellChanges } from '../../src/shared/tell-changes.ts';

test('a hundred failures in a row are told once, and so is that it works again', () => {
  const told: string[] = [];
  const { failed, worked } = tellChanges({
    onFailure: (error) => told.push(String(error)),
    onRecovery: (failures) => told.push(`works after ${failures}`),
  });
  worked();
  for (let n = 1; n <= 100; n += 1) failed(`failure ${n}`);
  worked();
  worked();
  failed('another');
  assert.deepEqual(told, ['failure 1', 'works after 100', 'another']);
});
