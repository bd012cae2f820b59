/** What our own transactions wrote is doubted row by row; a transaction that nobody knows makes everything doubted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Result, Statement } from '../../../src/db/database.ts';
import { countStates } from '../../../src/db/postgres/postgres-changes.ts';

/** What the server would say: the numbers of transactions stand in its snapshot and behind every batch. */
const aServer = () => {
  let next = 100;
  let name = 'server';
  const running = new Set<number>();
  return {
    begin: (): number => {
      running.add(next);
      next += 1;
      return next - 1;
    },
    end: (transaction: number): void => {
      running.delete(transaction);
    },
    restart: (): void => {
      name += '!';
    },
    says: () => `${Math.min(next, ...running)}:${next}:${[...running].join(',')} ${name}`,
  };
};
const ofItem = (key: string): Statement => ({
  sql: 'update item set n = 1 where id = ?',
  params: [key],
  writesOnly: [key],
});
const answered = (transaction: number | null): readonly Result[] => [
  { changes: 1, rows: [] },
  { changes: 1, rows: [{ own: transaction === null ? null : String(transaction) }] },
];

type States = ReturnType<typeof countStates>;
type Server = ReturnType<typeof aServer>;
const confirm = async (states: States, { says }: Server): Promise<void> => {
  const text = says();
  await states.confirm?.({ one: async () => ({ seen: text }) as never });
};
/** Nothing is written by anybody meanwhile. */
const calm = async (states: States, server: Server): Promise<number> => {
  await confirm(states, server);
  await confirm(states, server);
  return states.stamp();
};
const doubted = (states: States, since: number): readonly string[] => [
  ...['a', 'b'].filter((key) => states.touched(['item'], since, key)),
  ...['item', 'cart'].filter((table) => states.touched([table], since)),
];
const writes = (states: States, server: Server, statement: Statement): void => {
  const [ends, transaction] = [states.sending([statement]), server.begin()];
  server.end(transaction);
  ends(answered(transaction));
};

test('while nobody writes nothing is doubted, and our own write makes its own rows doubted', async () => {
  const [states, server] = [countStates(), aServer()];
  const since = await calm(states, server);
  assert.deepEqual(doubted(states, since), []);
  writes(states, server, ofItem('a'));
  await confirm(states, server);
  assert.deepEqual(doubted(states, since), ['a', 'item']);
  assert.deepEqual(doubted(states, states.stamp()), []);
  writes(states, server, { sql: 'delete from item' });
  const later = states.stamp();
  await confirm(states, server);
  assert.deepEqual(doubted(states, later), ['a', 'b', 'item']);
});

test('a stranger, a batch that failed and one that makes tables may have written anything', async () => {
  const [states, server] = [countStates(), aServer()];
  const all = ['a', 'b', 'item', 'cart'];
  const wrongs: readonly (() => void)[] = [
    () => server.end(server.begin()),
    () => {
      const ends = states.sending([ofItem('a')]);
      server.end(server.begin());
      ends();
    },
    () => writes(states, server, { sql: 'create table item (id text)' }),
    () => server.restart(),
  ];
  for (const wrong of wrongs) {
    const since = await calm(states, server);
    wrong();
    await confirm(states, server);
    assert.deepEqual(doubted(states, since), all);
    assert.deepEqual(doubted(states, await calm(states, server)), []);
    assert.deepEqual(doubted(states, since), all, 'what was known before it stays doubted');
  }
});

test('a batch that wrote nothing leaves all as it was', async () => {
  const [states, server] = [countStates(), aServer()];
  const since = await calm(states, server);
  states.sending([ofItem('a')])(answered(null));
  await confirm(states, server);
  assert.equal(states.stamp(), since);
});

test('one that ran while another was seen is found when it ends', async () => {
  const [states, server] = [countStates(), aServer()];
  const [ends, transaction] = [states.sending([ofItem('b')]), server.begin()];
  const since = await calm(states, server);
  writes(states, server, ofItem('a'));
  await confirm(states, server);
  assert.deepEqual(doubted(states, since), ['a', 'item']);
  const then = states.stamp();
  server.end(transaction);
  ends(answered(transaction));
  await confirm(states, server);
  assert.deepEqual(doubted(states, then), ['b', 'item']);
});

test('what was seen before its answer came is waited for', async () => {
  const [states, server] = [countStates(), aServer()];
  const since = await calm(states, server);
  const [ends, transaction] = [states.sending([ofItem('a')]), server.begin()];
  server.end(transaction);
  const confirming = confirm(states, server);
  // After the server's word was read, before anybody gives up.
  await Promise.resolve();
  await Promise.resolve();
  ends(answered(transaction));
  await confirming;
  assert.deepEqual(doubted(states, since), ['a', 'item']);
});

test('what another worker wrote is known when it tells', async () => {
  const [one, other, server] = [countStates(), countStates(), aServer()];
  const hear = other.share?.(() => undefined);
  one.share?.((written) => hear?.(JSON.parse(JSON.stringify(written))));
  const since = await calm(other, server);
  writes(one, server, ofItem('a'));
  writes(one, server, { sql: 'update cart set n = 1', writesOnly: [new Uint8Array([1])] });
  await confirm(other, server);
  assert.deepEqual(doubted(other, since), ['a', 'item', 'cart']);
  assert.ok(other.touched(['cart'], since, 'any'), 'a key that cannot be told counts for all rows');
});
