/** Requests that wait for somebody else's server: a few of each owner, organization and asker, one of each kind, and none while it rests. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Asking, callGate, type GateBounds } from '../../../src/http/outgoing/call-gate.ts';

const opened = (bounds: Pick<GateBounds['most'], 'ofAll' | 'ofOwner' | 'ofCall'> & Partial<GateBounds['most']>) => {
  const most = { ofOrganization: bounds.ofAll, ...bounds };
  let at = 0;
  let made = 0;
  const answers: ((outcome: 'said' | 'mute' | 'no') => void)[] = [];
  const gate = callGate({
    what: 'a test',
    most,
    deadlineMs: 60_000,
    rest: { afterMute: 2, ms: 30_000, isMute: (error) => (error as Error).message === 'mute' },
    turnedAway: (afterSeconds) => new Error(`in ${afterSeconds} s`),
    clock: () => at,
  });
  const ask = (owner: string, call: string, whose: Partial<Asking> = {}): Promise<string> =>
    gate({ owner, organization: owner, call, ...whose }, async () => {
      made += 1;
      const answer = Promise.withResolvers<'said' | 'mute' | 'no'>();
      answers.push(answer.resolve);
      const outcome = await answer.promise;
      if (outcome !== 'said') throw new Error(outcome);
      return outcome;
    }).catch((error: unknown) => (error as Error).message);
  return {
    ask,
    made: () => made,
    /** All that wait are answered. */
    answer: (outcome: 'said' | 'mute' | 'no') => {
      for (const answer of answers.splice(0)) answer(outcome);
    },
    later: (ms: number) => {
      at += ms;
    },
  };
};

test('who asks for the same joins the call; who finds no place is turned away at once, and holds up no other owner', async () => {
  const { ask, made, answer } = opened({ ofAll: 4, ofOwner: 3, ofCall: 2 });
  const waiting = [ask('a', '1'), ask('a', '1')];
  assert.equal(await ask('a', '1'), 'in 1 s', 'two wait for the same');
  waiting.push(ask('a', '2'));
  assert.equal(await ask('a', '3'), 'in 1 s', 'three wait of one owner');
  waiting.push(ask('b', '1'));
  assert.equal(await ask('b', '2'), 'in 1 s', 'four wait of all');
  assert.equal(made(), 3);
  answer('said');
  assert.deepEqual(await Promise.all(waiting), ['said', 'said', 'said', 'said']);
  const next = ask('a', '1');
  answer('said');
  assert.equal(await next, 'said');
  assert.equal(made(), 4);
});

test('one who asks has some of the places, whatever he asks for and of whom; the others are for others', async () => {
  const { ask, answer } = opened({ ofAll: 9, ofOwner: 4, ofOne: 2, ofCall: 2 });
  const waiting = [ask('a', '1', { by: 'greedy' }), ask('a', '2', { by: 'greedy' })];
  assert.equal(await ask('a', '3', { by: 'greedy' }), 'in 1 s');
  assert.equal(await ask('b', '1', { by: 'greedy' }), 'in 1 s', 'at another owner as well');
  waiting.push(ask('a', '3', { by: 'another' }), ask('a', '4'));
  answer('said');
  assert.deepEqual(await Promise.all(waiting), ['said', 'said', 'said', 'said']);
  const again = ask('a', '3', { by: 'greedy' });
  answer('said');
  assert.equal(await again, 'said');
});

test('an organization has some of the places, however many owners are in it', async () => {
  const { ask, answer } = opened({ ofAll: 6, ofOrganization: 3, ofOwner: 2, ofCall: 2 });
  const organization = 'many shops';
  const waiting = ['1', '2', '3'].map((shop) => ask(shop, 'x', { organization }));
  assert.equal(await ask('4', 'x', { organization }), 'in 1 s');
  waiting.push(ask('one shop', 'x'));
  answer('said');
  assert.deepEqual(await Promise.all(waiting), ['said', 'said', 'said', 'said']);
});

test('after it was mute again and again it rests, for its owner alone; then one call finds out', async () => {
  const { ask, made, answer, later } = opened({ ofAll: 9, ofOwner: 4, ofCall: 4 });
  const outcome = async (said: 'said' | 'mute' | 'no'): Promise<string> => {
    const asked = ask('a', 'x');
    answer(said);
    return asked;
  };
  assert.deepEqual([await outcome('mute'), await outcome('no'), await outcome('mute')], ['mute', 'no', 'mute']);
  assert.equal(await outcome('mute'), 'mute', 'not in a row before');
  assert.equal(await outcome('said'), 'in 30 s');
  const other = ask('b', 'x');
  answer('said');
  assert.equal(await other, 'said');
  later(29_500);
  assert.equal(await ask('a', 'x'), 'in 1 s');
  later(500);
  const before = made();
  const found = ask('a', '1');
  assert.equal(await ask('a', '2'), 'in 1 s', 'another finds out already');
  answer('mute');
  assert.equal(await found, 'mute');
  assert.equal(await ask('a', '1'), 'in 30 s');
  assert.equal(made(), before + 1);
  later(30_000);
  assert.equal(await outcome('said'), 'said');
  const all = [ask('a', '1'), ask('a', '2')];
  answer('said');
  assert.deepEqual(await Promise.all(all), ['said', 'said']);
});
