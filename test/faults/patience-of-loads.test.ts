/** A client of a load who is refused waits, and gives up in the end: a load whose calls can never be answered ended with the patience of whoever ran it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patience } from './crash-load.ts';

test('who is refused waits before he asks again, as often in a row as a node takes to serve again', async () => {
  let waits = 0;
  const afterCall = patience('somebody', async () => {
    waits += 1;
  });
  for (let round = 0; round < 3; round += 1) {
    for (let turn = 0; turn < 50; turn += 1) await afterCall(true);
    await afterCall(false);
  }
  assert.equal(waits, 150);
  await assert.rejects(async () => {
    for (let turn = 0; turn < 100; turn += 1) await afterCall(true);
  }, /somebody was refused 60 times in a row/);
  assert.ok(waits < 250);
});
