/** Modules of merchants: which are kept, and that one that loops, eats or lies does no harm to anybody but its own rule. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { assemble, get, i32, op, tenth } from '../../../docs/examples/custom-rule/tenth.ts';
import { moduleProblem } from '../../../src/offers/logic/module-rules.ts';
import { type ModuleOwner, moduleRunner } from '../../../src/offers/logic/run-modules.ts';

const [BRANCH, UNREACHABLE, GROW, DROP, CALL] = [0x0c, 0x00, [0x40, 0], 0x1a, 0x10];
const still = { run: [i32(0)] };
/** One owner for a name, alone in an organization where none is said. */
const owners = new Map<string, ModuleOwner>();
const ownedBy = (applicationId: string, organizationId = applicationId): ModuleOwner => {
  const owner = owners.get(applicationId) ?? { organizationId, applicationId };
  owners.set(applicationId, owner);
  return owner;
};
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

/** So many locals, and so often what is given. */
const large = (locals: number, times: number, code: readonly unknown[], last: readonly unknown[] = []): Uint8Array => {
  const bytes = assemble({
    run: [...Array.from({ length: times }, () => code), ...Array.from({ length: times }, () => last), i32(4)],
    locals: [0x7f],
  });
  // One local is declared; its count becomes this one, in three bytes that every number fits into.
  const at = bytes.findIndex((_, place) => bytes.subarray(place, place + 3).join() === '1,1,127');
  const count = [(locals % 128) + 128, (Math.floor(locals / 128) % 128) + 128, Math.floor(locals / 16_384)];
  const body = [...bytes.subarray(0, at + 1), ...count, ...bytes.subarray(at + 2)];
  return resized(body, 2);
};
/** The last function and the section of functions are longer by so much. Lengths below 16,384 bytes are written in two. */
const resized = (bytes: readonly number[], by: number): Uint8Array => {
  const all = [...bytes];
  const grow = (place: number): void => {
    const length = ((all[place] ?? 0) & 0x7f) + ((all[place + 1] ?? 0) & 0x7f) * 128 + by;
    all[place] = (length % 128) + 128;
    all[place + 1] = Math.floor(length / 128);
  };
  const section = all.findIndex((_, place) => all[place] === 10 && all[place + 3] === 2 && all[place + 4] === 6);
  grow(section + 1);
  grow(section + 11);
  return Uint8Array.from(all);
};

describe('a module that would be too much to compile', () => {
  const when = [get(0), 0x04, 0x40];
  const out = [0x02, 0x40, get(0), 0x0d, 0, op.end];

  test('is not kept', () => {
    for (const bytes of [large(49_990, 1000, when, [op.end]), large(49_990, 1000, out), large(20_000, 1500, out)]) {
      assert.match(moduleProblem(bytes) ?? '', /too many locals, values and branches/);
    }
    const stack = [...Array.from({ length: 1500 }, () => get(0)), ...Array.from({ length: 1500 }, () => out)];
    const high = assemble({ run: [...stack, ...Array.from({ length: 1500 }, () => DROP), i32(4)] });
    assert.match(moduleProblem(high) ?? '', /too many locals/);
    // Vectors, atomics, exceptions and objects are not counted.
    for (const code of [0xfd, 0xfe, 0xfb, 0x06, 0x1f]) {
      assert.match(moduleProblem(assemble({ run: [code, 0, i32(4)] })) ?? '', /not the bytes/);
    }
  });

  test('is kept when it is merely large', async () => {
    const bytes = large(200, 1000, when, [op.end]);
    assert.equal(moduleProblem(bytes), null);
    const modules = moduleRunner();
    assert.equal(await modules.check(ownedBy('shop'), bytes, 'large'), null);
    await modules.close();
  });
});

describe('the thread of modules', () => {
  const modules = moduleRunner();
  after(modules.close);
  const run = (name: string, bytes: Uint8Array, text = '{"amount":12345}', ms = 400) =>
    modules.run(ownedBy('shop'), { hash: name, load: async () => bytes }, text, ms);

  test('answers with what the module of the docs says', async () => {
    assert.equal(await modules.check(ownedBy('shop'), tenth, 'tenth'), null);
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
    assert.match((await modules.check(ownedBy('shop'), assemble({ run: [DROP] }), 'unsound')) ?? '', /cannot run/);
    assert.deepEqual(await modules.run(ownedBy('shop'), { hash: 'gone', load: async () => undefined }, '{}', 400), {
      kind: 'failed',
      reason: 'the module is gone',
    });
    assert.equal((await run('tenth', tenth)).kind, 'said');
  });

  test('of one application that loops holds up nobody else', async () => {
    const loops = assemble({ run: [op.loop, BRANCH, 0, op.end, UNREACHABLE] });
    const ended: string[] = [];
    const ran = async (application: string, name: string, bytes: Uint8Array, ms: number) => {
      const answer = await modules.run(
        ownedBy(application),
        { hash: name, load: async () => bytes },
        '{"amount":10}',
        ms,
      );
      ended.push(application);
      return answer.kind;
    };
    const mad = Array.from({ length: 20 }, (_, at) => ran('mad', `loops-${at}`, loops, 400));
    assert.equal(await ran('other', 'tenth', tenth, 400), 'said');
    assert.ok(ended.length < 8, 'before those of the one that loops were through');
    assert.deepEqual([...new Set(await Promise.all(mad))], ['late']);
    for (let runs = 0; runs < 5; runs += 1) assert.equal(await ran('mad', 'loops-0', loops, 20), 'late');
    assert.equal(await ran('mad', 'tenth', tenth, 400), 'late', 'who looped five times rests');
    assert.equal(await ran('other', 'tenth', tenth, 400), 'said');
  });

  test('of one organization leave a thread to every other, however many applications it has', async () => {
    const served = new AbortController();
    let asked = 0;
    // Two at a time of each application, and each time another module: no thread is ever idle.
    const load = async (): Promise<Uint8Array> => {
      await pause(20);
      return tenth;
    };
    const goOn = async (owner: ModuleOwner): Promise<void> => {
      while (!served.signal.aborted) {
        asked += 1;
        const { kind } = await modules.run(owner, { hash: `module ${asked}`, load }, '{"amount":10}', 400);
        if (kind !== 'said') await pause(20);
      }
    };
    const owned = Array.from({ length: 12 }, (_, at) => ownedBy(`many-${at}`, 'many'));
    const many = [...owned, ...owned].map(goOn);
    const kinds: string[] = [];
    const plain = { hash: 'tenth', load: async () => tenth };
    while (kinds.length < 50 && kinds.at(-1) !== 'said') {
      kinds.push((await modules.run(ownedBy('lonely'), plain, '{"amount":10}', 400)).kind);
      await pause(20);
    }
    served.abort();
    await Promise.all(many);
    assert.equal(kinds.at(-1), 'said', `after ${kinds.length} tries`);
  });

  test('that rest go on resting when others had their thread', async () => {
    const loops = assemble({ run: [op.loop, BRANCH, 0, op.end, UNREACHABLE] });
    const ran = async (application: string, name: string, bytes: Uint8Array, ms: number) =>
      (await modules.run(ownedBy(application), { hash: name, load: async () => bytes }, '{"amount":10}', ms)).kind;
    for (let runs = 0; runs < 5; runs += 1) assert.equal(await ran('restless', 'loops', loops, 20), 'late');
    for (let at = 0; at < 9; at += 1) assert.equal(await ran(`calm-${at}`, 'tenth', tenth, 400), 'said');
    assert.equal(await ran('restless', 'tenth', tenth, 400), 'late');
  });

  test('turns away those who find too many waiting', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, () => run('tenth', tenth)));
    const kinds = all.map(({ kind }) => kind);
    assert.deepEqual(new Set(kinds.slice(32)), new Set(['late']));
    // On a busy machine some of the others wait too long for their turn.
    assert.ok(kinds.slice(0, 32).includes('said'), kinds.join());
  });
});
