/** Requests that wait for somebody else's server: some of each owner, organization and asker, one of each kind, and none while it rests. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Asking, callGate, type GateBounds } from '../../../src/http/outgoing/call-gate.ts';

type Most = GateBounds['most'];
const opened = (bounds: Pick<Most, 'ofAll' | 'ofOwner' | 'ofCall'> & Partial<Most>) => {
  const { ofAll } = bounds;
  let at = 0;
  let made = 0;
  const answers: ((outcome: 'said' | 'mute' | 'no') => void)[] = [];
  const gate = callGate({
    what: 'a test',
    most: { ofOrganization: 2 * ofAll, always: 1, ofOne: 2 * ofAll, ...bounds },
    deadlineMs: 60_000,
    rest: { afterMute: 2, ms: 30_000, isMute: (error) => (error as Error).message === 'mute' },
    turnedAway: (afterSeconds) => new Error(`in ${afterSeconds} s`),
    clock: () => at,
  });
  const ask = (owner: string, call: string, whose: Partial<Asking> = {}): Promise<string> =>
    gate({ owner, organization: owner, by: ['somebody'], call, ...whose }, async () => {
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
const allSaid = async (waiting: readonly Promise<string>[]): Promise<void> =>
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set(['said']));

test('who asks for the same joins the call; who finds no place is turned away at once, and holds up no other owner', async () => {
  const { ask, made, answer } = opened({ ofAll: 4, ofOwner: 3, ofCall: 2 });
  const organization = 'of all';
  const waiting = [ask('a', '1', { organization }), ask('a', '1', { organization })];
  assert.equal(await ask('a', '1', { organization }), 'in 1 s', 'two wait for the same');
  waiting.push(ask('a', '2', { organization }));
  assert.equal(await ask('a', '3', { organization }), 'in 1 s', 'three wait of one owner');
  waiting.push(ask('b', '1', { organization }));
  assert.equal(await ask('b', '2', { organization }), 'in 1 s', 'four wait of all');
  waiting.push(ask('c', '1', { organization }));
  assert.equal(await ask('c', '2', { organization }), 'in 1 s', 'an owner has one whatever others have');
  assert.equal(made(), 4);
  answer('said');
  await allSaid(waiting);
  const next = ask('a', '1');
  answer('said');
  assert.equal(await next, 'said');
  assert.equal(made(), 5);
});

test('one who asks has some of the places, by whichever of his names, whatever he asks for and of whom', async () => {
  const { ask, answer } = opened({ ofAll: 9, ofOwner: 4, ofOne: 2, ofCall: 2 });
  const [here, customer] = [{ by: ['here', 'first customer'] }, { by: ['elsewhere', 'second customer'] }];
  const waiting = [ask('a', '1', here), ask('a', '2', { by: ['here', 'second customer'] })];
  assert.equal(await ask('a', '3', { by: ['here', 'third customer'] }), 'in 1 s', 'of one address');
  assert.equal(await ask('b', '1', { by: ['here'] }), 'in 1 s', 'at another owner as well, where he would have one');
  waiting.push(ask('a', '3', customer));
  assert.equal(await ask('a', '4', { by: ['further away', 'second customer'] }), 'in 1 s', 'of one customer');
  waiting.push(ask('a', '4', { by: ['further away', 'third customer'] }));
  answer('said');
  await allSaid(waiting);
  const again = ask('a', '3', here);
  answer('said');
  assert.equal(await again, 'said');
});

test('an owner himself finds some whatever others ask of his server, for the same as well, and they whatever he asks', async () => {
  const own = { by: [] };
  for (const [first, second] of [
    [{}, own],
    [own, {}],
  ]) {
    const { ask, answer } = opened({ ofAll: 3, ofOwner: 3, ofCall: 2 });
    const waiting = [ask('a', '1', first), ask('a', '1', first), ask('a', '2', first)];
    assert.equal(await ask('a', '3', first), 'in 1 s');
    waiting.push(ask('a', '1', second));
    assert.equal(await ask('a', '3', second), 'in 1 s', 'and no more');
    answer('said');
    await allSaid(waiting);
  }
});

test('what an organization has beyond half of all counts against itself alone, and it has no more however many owners are in it', async () => {
  const { ask, answer } = opened({ ofAll: 6, ofOrganization: 8, ofOwner: 4, ofCall: 1 });
  const organization = 'many shops';
  const many = (shop: string, call: string): Promise<string> => ask(shop, call, { organization });
  const waiting = ['1', '2', '3'].flatMap((call) => [many('a', call), many('b', call)]);
  assert.equal(await many('a', '4'), 'in 1 s', 'alone it has all of them');
  waiting.push(ask('another', '1'), ask('another', '2'), ask('another', '3'));
  assert.equal(await ask('another', '4'), 'in 1 s', 'half of them are for others');
  waiting.push(many('c', '1'), many('d', '1'));
  assert.equal(await many('e', '1'), 'in 1 s', 'owners without number find nothing');
  waiting.push(ask('one more', '1'));
  answer('said');
  await allSaid(waiting);
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
