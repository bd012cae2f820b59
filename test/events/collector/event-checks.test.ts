/** Checks of events are made before anybody sends one, one in a turn of the loop. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allKinds, compileNextKind } from '../../../src/events/collector/event-schemas.ts';
import { countedCalls } from '../../counted-work.ts';

test('are made one by one, and not again when an event comes', async () => {
  let made = 0;
  while (compileNextKind()) made += 1;
  assert.ok(made <= allKinds.length);
  assert.equal(compileNextKind(), false);
  const compiled = await countedCalls('Compile', () => allKinds.map(({ fits }) => assert.equal(fits({}), false)));
  assert.equal(compiled, 0);
});
