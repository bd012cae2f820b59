/** Checks of events are made before anybody sends one, one in a turn of the loop. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeEvent } from '../../../src/events/collector/event-rules.ts';
import { allKinds, compileNextKind } from '../../../src/events/collector/event-schemas.ts';
import { countedCalls } from '../../counted-work.ts';
import { anEvent } from '../samples.ts';

test('are made one by one, and not again when an event comes', async () => {
  let made = 0;
  while (compileNextKind()) made += 1;
  assert.ok(made <= allKinds.length);
  assert.equal(compileNextKind(), false);
  const compiled = await countedCalls('Compile', () => allKinds.map(({ fits }) => assert.equal(fits({}), false)));
  assert.equal(compiled, 0);
});

test('leave out thousands of fields that nobody knows in one copy', async () => {
  const [applicationId, now] = ['a'.repeat(24), Date.UTC(2026, 10, 15, 12)];
  const sent = anEvent('add_to_cart', { applicationId, at: now });
  const strange = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`x${at}`, at]));
  const device = { ...(sent.payload['context'] as object), strange: 1 };
  const payload = { ...strange, ...sent.payload, context: device };
  const event = { ...sent, payload, contains: Object.keys(payload) };
  const judge = () => judgeEvent(event, { applicationId, now, strict: false });
  assert.deepEqual(judge(), {
    good: {
      ...(judgeEvent(sent, { applicationId, now, strict: false }) as { good: object }).good,
      flags: ['fields_dropped'],
      dropped: 2_001,
    },
  });
  assert.ok((await countedCalls('without', judge)) <= 4);
});
