/** Modules of merchants: which are kept, and that one that loops, eats or lies does no harm to anybody but its own rule. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { assemble, get, i32, op, tenth } from '../../../docs/examples/custom-rule/tenth.ts';
import { moduleProblem } from '../../../src/offers/logic/module-rules.ts';
import { moduleRunner } from '../../../src/offers/logic/run-modules.ts';

const [BRANCH, UNREACHABLE, GROW, DROP, CALL] = [0x0c, 0x00, [0x40, 0], 0x1a, 0x10];
const still = { run: [i32(0)] };
/** The same module with other bytes in the place of some. */
const patched = (bytes: Uint8Array, from: readonly number[], to: readonly number[]): Uint8Array => {
  const all = [...bytes];
  const at = all.findIndex((_, place) => from.every((byte, offset) => all[place + offset] === byte));
  assert.notEqual(at, -1);
  return Uint8Array.from(all.toSpliced(at, from.length, ...to));
};
const withSection = (id: number, body: readonly number[]): Uint8Array =>
  Uint8Array.from([...assemble(still).subarray(0, 8), id, body.length, ...body, ...assemble(still).subarray(8)]);

describe('a module', () => {
  test('is kept when it has a bounded memory and the two functions, and nothing else', () => {
    assert.equal(moduleProblem(tenth), null);
    assert.equal(moduleProblem(assemble({ ...still, pages: [1, 256] })), null);
    const sentences: readonly (readonly [Uint8Array, RegExp])[] = [
      [new Uint8Array(), /not the bytes/],
      [Uint8Array.from(Buffer.from('#!/bin/sh')), /not the bytes/],
      [tenth.subarray(0, 60), /not the bytes/],
      [new Uint8Array(262_145), /at most 262144 bytes/],
      // import "a" "b" (func (type 0))
      [withSection(2, [1, 1, 97, 1, 98, 0, 0]), /imports something/],
      [withSection(8, [0]), /start function/],
      [withSection(13, [0]), /not allowed here/],
      [assemble({ ...still, pages: [4, 257] }), /at most 256 pages/],
      // The flag that says that there is a maximum, and a shared memory.
      [patched(assemble(still), [5, 4, 1, 1, 4, 16], [5, 3, 1, 0, 4]), /Declare a maximum/],
      [patched(assemble(still), [5, 4, 1, 1, 4, 16], [5, 4, 1, 3, 4, 16]), /not shared/],
      [patched(assemble(still), [5, 4, 1, 1, 4, 16], []), /exactly one memory/],
      [patched(tenth, [...Buffer.from('memory')], [...Buffer.from('mammal')]), /Export the memory/],
      [patched(tenth, [...Buffer.from('input')], [...Buffer.from('inlet')]), /input\(length/],
      [patched(tenth, [...Buffer.from('run')], [...Buffer.from('ran')]), /run\(pointer/],
      // An array of the garbage-collected kind, in the place of a function's type.
      [patched(tenth, [0x60, 1, 0x7f, 1, 0x7f], [0x5e, 0x7f, 1, 1, 0x7f]), /not the bytes/],
      // One table that may grow without end.
      [withSection(4, [1, 0x70, 0, 1]), /one table/],
    ];
    for (const [bytes, sentence] of sentences) assert.match(moduleProblem(bytes) ?? '', sentence);
  });
});

describe('the thread of modules', () => {
  const modules = moduleRunner();
  after(modules.close);
  const run = (name: string, bytes: Uint8Array, text = '{"amount":12345}', ms = 400) =>
    modules.run({ hash: name, load: async () => bytes }, text, ms);

  test('answers with what the module of the docs says', async () => {
    assert.equal(await modules.check(tenth, 'tenth'), null);
    for (const [amount, off] of [
      [0, 0],
      [9, 0],
      [10, 1],
      [12_345, 1234],
      [100_000, 10_000],
      [Number.MAX_SAFE_INTEGER, 900_719_925_474_099],
    ] as const) {
      const said = { kind: 'said', text: `{"cart":${off}}` };
      assert.deepEqual(await run('tenth', tenth, `{"amount":${amount},"lines":[]}`), said);
    }
  });

  test('ends one that loops, and goes on with the next', async () => {
    const loops = assemble({ run: [op.loop, BRANCH, 0, op.end, UNREACHABLE] });
    const waiting = [run('loops', loops, '{}', 30), run('tenth', tenth)];
    assert.deepEqual(await waiting[0], { kind: 'late' });
    assert.deepEqual(await waiting[1], { kind: 'said', text: '{"cart":1234}' });
  });

  test('gives one that eats memory no more than it declared', async () => {
    // Grows until it cannot, then answers how many pages it has, as the length of its answer.
    const eats = assemble({
      pages: [4, 256],
      run: [
        op.loop,
        i32(1),
        GROW,
        i32(0),
        0x4e,
        0x04,
        0x40,
        BRANCH,
        1,
        op.end,
        op.end,
        i32(4),
        0x3f,
        0,
        op.store,
        i32(4),
      ],
    });
    const answer = await run('eats', eats);
    assert.equal(answer.kind === 'said' ? answer.text.length : answer.kind, 256);
  });

  test('tells what cannot be done from what was answered', async () => {
    const failing: readonly (readonly [string, Uint8Array])[] = [
      ['traps', assemble({ run: [UNREACHABLE] })],
      ['recurses', assemble({ run: [get(0), get(1), CALL, 1] })],
      ['points outside', assemble({ run: [i32(-8)] })],
      ['says it is endless', assemble({ run: [i32(4), i32(-1), op.store, i32(4)] })],
      ['has no room for its input', assemble({ ...still, input: [i32(-1)] })],
      ['drops', assemble({ run: [i32(1), DROP] })],
    ];
    for (const [name, bytes] of failing) assert.equal((await run(name, bytes)).kind, 'failed', name);
    assert.match((await modules.check(assemble({ run: [DROP] }), 'unsound')) ?? '', /cannot run/);
    assert.deepEqual(await modules.run({ hash: 'gone', load: async () => undefined }, '{}', 400), {
      kind: 'failed',
      reason: 'the module is gone',
    });
    assert.equal((await run('tenth', tenth)).kind, 'said');
  });

  test('turns away those who find too many waiting', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, () => run('tenth', tenth)));
    assert.equal(all.filter(({ kind }) => kind === 'late').length, 8);
  });
});
