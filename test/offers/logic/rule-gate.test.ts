/** Who may ask a rule: nobody takes up all of it, and nobody closes it for others. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type RuleGate, ruleGate } from '../../../src/offers/logic/rule-gate.ts';

const NOW = 1_700_000_040_000;

describe('the gate of a rule', () => {
  const enter = (gate: RuleGate, by?: string, now = NOW, waitMs = 0) => gate.enter(() => now, waitMs, by);
  const asked = async (gate: RuleGate, isGood: boolean, by?: string, now = NOW): Promise<boolean> => {
    if ((await enter(gate, by, now)) !== 'in') return false;
    gate.end(now, isGood, by);
    return true;
  };
  const times = async (gate: RuleGate, count: number, by: string, isGood = true): Promise<number> => {
    let answered = 0;
    for (let at = 0; at < count; at += 1) answered += (await asked(gate, isGood, by)) ? 1 : 0;
    return answered;
  };

  test('lets one who asks have half of a minute, and all together the whole', async () => {
    const gate = ruleGate();
    assert.equal(await times(gate, 2000, 'a'), 600);
    assert.equal(await times(gate, 400, 'b'), 400, 'others have theirs still');
    assert.equal(await times(gate, 400, 'c'), 200);
    assert.equal(await enter(gate, 'a', NOW + 60_000), 'in');
  });

  test('lets one who asks have half of what is open at once, and of the places to wait', async () => {
    const gate = ruleGate();
    const entries: string[] = [];
    for (const by of ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c', 'c', 'd']) entries.push(await enter(gate, by));
    assert.deepEqual(entries, ['in', 'in', 'in', 'in', 'busy', 'in', 'in', 'in', 'in', 'busy']);
    const eager = Array.from({ length: 40 }, () => enter(gate, 'a', NOW, 60_000));
    const patient = enter(gate, 'd', NOW, 60_000);
    gate.end(NOW, true, 'b');
    assert.equal(await patient, 'in', 'who has as many as he may does not take the place');
    const all = Promise.all(eager);
    for (let place = 0; place < 32; place += 1) {
      gate.end(NOW, true, 'a');
      await new Promise(setImmediate);
    }
    const each = await all;
    assert.deepEqual([each.filter((one) => one === 'busy').length, each.filter((one) => one === 'in').length], [8, 32]);
  });

  test('leaves alone who asks what it fails on, and all only when it fails for several', async () => {
    const gate = ruleGate();
    assert.equal(await times(gate, 100, 'a', false), 5);
    assert.equal(await enter(gate, 'a'), 'busy', 'it is not broken: he cannot choose to go without it');
    assert.equal(await asked(gate, true, 'b'), true, 'it answers others');
    assert.equal(await asked(gate, true, 'a', NOW + 29_000), false);
    assert.equal(await asked(gate, true, 'a', NOW + 30_000), true);
    for (const by of ['a', 'b', 'a', 'b', 'c']) assert.equal(await asked(gate, false, by, NOW + 40_000), true);
    assert.equal(await enter(gate, 'd', NOW + 69_000), 'broken');
    assert.equal(await enter(gate, 'd', NOW + 70_000), 'in', 'one finds out for all');
    assert.equal(await enter(gate, 'e', NOW + 70_000), 'broken');
    gate.end(NOW + 70_000, true, 'd');
    assert.equal(await enter(gate, 'e', NOW + 70_000), 'in');
  });

  test('knows those who cannot be told from others as one', async () => {
    const gate = ruleGate();
    for (let time = 0; time < 5; time += 1) assert.equal(await asked(gate, false), true);
    assert.equal(await asked(gate, false), false);
  });

  test('keeps no end of who asked', async () => {
    const gate = ruleGate();
    for (let at = 0; at < 1000; at += 1) assert.equal(await asked(gate, true, `network ${at}`), true);
  });
});
