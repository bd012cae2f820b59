import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Effect, type Happened, orderOf, overlapping } from './history.ts';

const add =
  (units: number): Effect<number> =>
  (before) =>
    before + units;
const saw =
  (units: number): Effect<number> =>
  (before) =>
    before === units ? before : undefined;
const at = (asked: number, answered: number, name: string, effect: Effect<number>): Happened<number> => ({
  name,
  asked,
  answered,
  effect,
});

describe('a history', () => {
  test('of calls that overlap has any order that explains its answers', () => {
    const history = [at(1, 4, 'add', add(1)), at(2, 3, 'old', saw(0)), at(5, 6, 'new', saw(1))];
    assert.deepEqual(orderOf(0, history), ['old', 'add', 'new']);
    assert.deepEqual(orderOf(0, [at(1, 4, 'add', add(1)), at(2, 3, 'new', saw(1))]), ['add', 'new']);
  });

  test('in which an answer is older than what was answered before has none', () => {
    assert.equal(orderOf(0, [at(1, 2, 'add', add(1)), at(3, 4, 'old', saw(0))]), undefined);
    const back = [at(1, 8, 'add', add(1)), at(2, 3, 'new', saw(1)), at(4, 5, 'old', saw(0))];
    assert.equal(orderOf(0, back), undefined);
  });

  test('that lost one of two adds, or counted one twice, has none', () => {
    const adds = [at(1, 4, 'one', add(1)), at(2, 3, 'other', add(1))];
    assert.equal(orderOf(0, [...adds, at(5, 6, 'lost', saw(1))]), undefined);
    assert.equal(orderOf(0, [...adds, at(5, 6, 'twice', saw(3))]), undefined);
    assert.deepEqual(orderOf(0, [...adds, at(5, 6, 'both', saw(2))]), ['one', 'other', 'both']);
  });

  test('is recorded in the order of what each client asked, and across clients as it overlapped', async () => {
    const gate = Promise.withResolvers<void>();
    const slow = { name: 'slow', call: () => gate.promise.then(() => add(1)) };
    const quick = { name: 'quick', call: async () => add(2) };
    const last = {
      name: 'last',
      call: async () => {
        gate.resolve();
        return saw(2);
      },
    };
    const history = await overlapping([[slow], [quick, last]]);
    const [one] = history.filter(({ name }) => name.endsWith('slow'));
    assert.ok(history.every(({ asked, answered }) => asked < answered));
    assert.ok(history.every(({ answered }) => answered > (one?.asked ?? 0)));
    assert.deepEqual(orderOf(0, history), ['client 1: quick', 'client 1: last', 'client 0: slow']);
  });
});
