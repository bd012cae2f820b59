/**
 * How much a compiler must remember of the functions of a module. It keeps where every local and every value on the stack is, once
 * more for each place at which ways part or meet; five thousand bytes can make it take gigabytes, for seconds in which nobody can end
 * it. So these are counted before a module is kept. Parts of WebAssembly that are not counted are not allowed. Pure.
 */
import { entries, type Reader, readerOf, type Signature, Unreadable } from './module-reader.ts';

/** A large function has some hundred places with some hundred values each. */
const MOST_REMEMBERED = 4_000_000;

type Frame = { readonly height: number; readonly takes: number; readonly gives: number };
type Known = { readonly types: readonly Signature[]; readonly functions: readonly number[] };

class TooMuch extends Error {}

/** How the plain instructions of one byte change the stack: from, to, by. */
const plain: readonly (readonly [number, number, number])[] = [
  [0x00, 0x01, 0],
  [0x0f, 0x0f, 0],
  [0x1a, 0x1a, -1],
  [0x1b, 0x1b, -2],
  [0x45, 0x45, 0],
  [0x46, 0x4f, -1],
  [0x50, 0x50, 0],
  [0x51, 0x66, -1],
  [0x67, 0x69, 0],
  [0x6a, 0x78, -1],
  [0x79, 0x7b, 0],
  [0x7c, 0x8a, -1],
  [0x8b, 0x91, 0],
  [0x92, 0x98, -1],
  [0x99, 0x9f, 0],
  [0xa0, 0xa6, -1],
  [0xa7, 0xc4, 0],
  [0xd1, 0xd1, 0],
];
/** Those with one number behind them: of a local, a global, a table, a function, a type; or a constant. */
const numbered = new Map([
  [0x20, 1],
  [0x21, -1],
  [0x22, 0],
  [0x23, 1],
  [0x24, -1],
  [0x25, 0],
  [0x26, -2],
  [0x3f, 1],
  [0x40, 0],
  [0x41, 1],
  [0x42, 1],
  [0xd0, 1],
  [0xd2, 1],
]);
/** Behind 0xfc: how the stack changes, and how many numbers follow. */
const prefixed: readonly (readonly [number, number])[] = [
  ...Array.from({ length: 8 }, () => [0, 0] as const),
  [-3, 2],
  [0, 1],
  [-3, 2],
  [-3, 1],
  [-3, 2],
  [0, 1],
  [-3, 2],
  [-1, 1],
  [1, 1],
  [-3, 1],
];

/** A number of any length, with or without a sign, that is of no interest. */
const pass = (body: Reader): void => {
  while (body.byte() >= 0x80);
};

/** Neither takes nor gives anything, gives one value, or is of a type with a number. */
const blockType = (body: Reader, { types }: Known): { readonly takes: number; readonly gives: number } => {
  let byte = body.byte();
  if (byte === 0x40) return { takes: 0, gives: 0 };
  if ((byte & 0xc0) === 0x40) return { takes: 0, gives: 1 };
  let index = byte & 0x7f;
  for (let scale = 128; byte >= 0x80; scale *= 128) {
    byte = body.byte();
    index += (byte & 0x7f) * scale;
  }
  const type = types[index];
  if (type === undefined) throw new Unreadable();
  return { takes: type.takes.length, gives: type.gives.length };
};

const workOf = (body: Reader, own: Signature, known: Known, before: number): number => {
  const declared = entries(body, () => {
    const count = body.number();
    body.byte();
    return count;
  });
  const locals = declared.reduce((sum, count) => sum + count, own.takes.length);
  const frames: Frame[] = [{ height: 0, takes: 0, gives: own.gives.length }];
  let height = 0;
  let work = before;
  const move = (by: number): void => {
    height = Math.max(0, height + by);
  };
  const remember = (): void => {
    work += locals + height;
    if (work > MOST_REMEMBERED) throw new TooMuch();
  };
  const called = (type: Signature | undefined): void => {
    if (type === undefined) throw new Unreadable();
    move(type.gives.length - type.takes.length);
    remember();
  };
  const top = (): Frame => {
    const frame = frames.at(-1);
    if (frame === undefined) throw new Unreadable();
    return frame;
  };
  const structure: Readonly<Record<number, () => void>> = {
    0x05: () => {
      const { height: from, takes } = top();
      height = from + takes;
      remember();
    },
    0x0b: () => {
      const { height: from, gives } = top();
      frames.pop();
      height = from + gives;
      remember();
    },
    0x0e: () => {
      move(-1);
      entries(body, () => {
        pass(body);
        remember();
      });
      pass(body);
      remember();
    },
    0x10: () => called(known.types[known.functions[body.number()] ?? -1]),
    0x11: () => {
      const type = known.types[body.number()];
      pass(body);
      move(-1);
      called(type);
    },
    0x1c: () => {
      entries(body, body.byte);
      move(-2);
    },
    0x43: () => {
      body.bytes(4);
      move(1);
    },
    0x44: () => {
      body.bytes(8);
      move(1);
    },
    0xfc: () => {
      const entry = prefixed[body.number()];
      if (entry === undefined) throw new Unreadable();
      const [by, numbers] = entry;
      for (let left = numbers; left > 0; left -= 1) pass(body);
      move(by);
    },
  };
  const begins = (code: number): void => {
    const { takes, gives } = blockType(body, known);
    if (code === 0x04) move(-1);
    frames.push({ height: Math.max(0, height - takes), takes, gives });
    remember();
  };
  const step = (code: number): void => {
    if (code >= 0x02 && code <= 0x04) return begins(code);
    if (code === 0x0c || code === 0x0d) {
      pass(body);
      move(code === 0x0d ? -1 : 0);
      return remember();
    }
    if (code >= 0x28 && code <= 0x3e) {
      pass(body);
      pass(body);
      return move(code <= 0x35 ? 0 : -2);
    }
    const by = numbered.get(code);
    if (by !== undefined) {
      pass(body);
      return move(by);
    }
    const found = plain.find(([from, to]) => code >= from && code <= to);
    if (found !== undefined) return move(found[2]);
    const special = Object.hasOwn(structure, code) ? structure[code] : undefined;
    if (special === undefined) throw new Unreadable();
    return special();
  };
  remember();
  while (body.left()) step(body.byte());
  return work;
};

/** Why the functions are too much to be compiled; null: they are not. Throws `Unreadable` at what is not known. */
export const workProblem = (code: Uint8Array | undefined, known: Known): string | null => {
  if (code === undefined) return null;
  const reader = readerOf(code);
  let at = 0;
  let work = 0;
  try {
    entries(reader, () => {
      const body = readerOf(reader.bytes(reader.number()));
      const own = known.types[known.functions[at] ?? -1];
      if (own === undefined) throw new Unreadable();
      work = workOf(body, own, known, work);
      at += 1;
    });
    return null;
  } catch (error) {
    if (error instanceof TooMuch) {
      return 'The module has functions with too many locals, values and branches at once. Cut them into smaller ones.';
    }
    throw error;
  }
};
