/**
 * A custom rule as a WebAssembly module, written by hand: a tenth off the whole cart. The input begins with {"amount":12345, so
 * the digits from the tenth byte on are what the goods cost, in minor units; the answer is {"cart":1234}.
 *
 * (module
 *   (memory (export "memory") 4 16)
 *   (data (i32.const 8) "{\22cart\22:")
 *   ;; where the input goes: behind the first page, which is for the answer
 *   (func (export "input") (param $length i32) (result i32) (i32.const 65536))
 *   (func (export "run") (param $at i32) (param $length i32) (result i32)
 *     (local $amount i64) (local $digit i32) (local $end i32) (local $scale i64)
 *     (local.set $at (i32.add (local.get $at) (i32.const 10)))
 *     (loop $read                                        ;; amount = the digits
 *       (local.set $digit (i32.sub (i32.load8_u (local.get $at)) (i32.const 48)))
 *       (if (i32.lt_u (local.get $digit) (i32.const 10)) (then
 *         (local.set $amount (i64.add (i64.mul (local.get $amount) (i64.const 10)) (i64.extend_i32_u (local.get $digit))))
 *         (local.set $at (i32.add (local.get $at) (i32.const 1)))
 *         (br $read))))
 *     (local.set $amount (i64.div_u (local.get $amount) (i64.const 10)))   ;; a tenth of it
 *     (local.set $scale (i64.const 1))
 *     (loop $size                                        ;; the highest power of ten in it
 *       (if (i64.le_u (i64.mul (local.get $scale) (i64.const 10)) (local.get $amount)) (then
 *         (local.set $scale (i64.mul (local.get $scale) (i64.const 10)))
 *         (br $size))))
 *     (local.set $end (i32.const 16))
 *     (loop $write                                       ;; its digits, the highest first
 *       (i32.store8 (local.get $end) (i32.add (i32.const 48)
 *         (i32.wrap_i64 (i64.rem_u (i64.div_u (local.get $amount) (local.get $scale)) (i64.const 10)))))
 *       (local.set $end (i32.add (local.get $end) (i32.const 1)))
 *       (local.set $scale (i64.div_u (local.get $scale) (i64.const 10)))
 *       (br_if $write (i64.ne (local.get $scale) (i64.const 0))))
 *     (i32.store8 (local.get $end) (i32.const 125))      ;; }
 *     (i32.store (i32.const 4) (i32.sub (local.get $end) (i32.const 7)))   ;; how long the answer is
 *     (i32.const 4)))                                    ;; where it is
 */
type Code = readonly unknown[];

const leb = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...leb(Math.floor(value / 128))];
/** Signed, as constants are written. */
const sleb = (value: number): number[] =>
  value >= -64 && value < 64 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...sleb(value >> 7)];
const text = (words: string): number[] => [...new TextEncoder().encode(words)];
const list = (entries: readonly (readonly number[])[]): number[] => [...leb(entries.length), ...entries.flat()];
const section = (id: number, bytes: readonly number[]): number[] => [id, ...leb(bytes.length), ...bytes];

export const get = (local: number): number[] => [0x20, local];
export const set = (local: number): number[] => [0x21, local];
export const i32 = (value: number): number[] => [0x41, ...sleb(value)];
export const i64 = (value: number): number[] => [0x42, ...sleb(value)];
export const op = {
  add: 0x6a,
  sub: 0x6b,
  lessThan: 0x49,
  load8: [0x2d, 0, 0],
  store8: [0x3a, 0, 0],
  store: [0x36, 2, 0],
  add64: 0x7c,
  mul64: 0x7e,
  div64: 0x80,
  rem64: 0x82,
  atMost64: 0x58,
  not0: [0x42, 0, 0x52],
  extend: 0xad,
  wrap: 0xa7,
  loop: [0x03, 0x40],
  when: [0x04, 0x40],
  again: [0x0c, 1],
  againIf: [0x0d, 0],
  end: 0x0b,
};

const [I32, I64] = [0x7f, 0x7e] as const;

/** A module with one memory and the functions input(length) and run(pointer, length). */
export const assemble = ({
  run,
  locals = [],
  data = '',
  input = i32(65_536),
  pages = [4, 16],
}: {
  readonly run: Code;
  readonly locals?: readonly number[];
  readonly data?: string;
  readonly input?: Code;
  readonly pages?: readonly [least: number, most: number];
}): Uint8Array => {
  const body = (declared: readonly (readonly number[])[], code: Code): number[] => {
    const bytes = [...list(declared), ...(code.flat(Number.POSITIVE_INFINITY) as number[]), op.end];
    return [...leb(bytes.length), ...bytes];
  };
  const [least, most] = pages;
  return Uint8Array.from([
    ...text('\0asm'),
    1,
    0,
    0,
    0,
    ...section(
      1,
      list([
        [0x60, 1, I32, 1, I32],
        [0x60, 2, I32, I32, 1, I32],
      ]),
    ),
    ...section(3, list([[0], [1]])),
    ...section(5, list([[1, ...leb(least), ...leb(most)]])),
    ...section(
      7,
      list([
        [6, ...text('memory'), 2, 0],
        [5, ...text('input'), 0, 0],
        [3, ...text('run'), 0, 1],
      ]),
    ),
    ...section(
      10,
      list([
        body([], input),
        body(
          locals.map((type) => [1, type]),
          run,
        ),
      ]),
    ),
    ...(data === '' ? [] : section(11, list([[0, ...i32(8), op.end, ...list(text(data).map((byte) => [byte]))]]))),
  ]);
};

const [at, amount, digit, end, scale] = [0, 2, 3, 4, 5] as const;
export const tenth = assemble({
  data: '{"cart":',
  locals: [I64, I32, I32, I64],
  run: [
    get(at),
    i32(10),
    op.add,
    set(at),
    op.loop,
    get(at),
    op.load8,
    i32(48),
    op.sub,
    set(digit),
    get(digit),
    i32(10),
    op.lessThan,
    op.when,
    get(amount),
    i64(10),
    op.mul64,
    get(digit),
    op.extend,
    op.add64,
    set(amount),
    get(at),
    i32(1),
    op.add,
    set(at),
    op.again,
    op.end,
    op.end,
    get(amount),
    i64(10),
    op.div64,
    set(amount),
    i64(1),
    set(scale),
    op.loop,
    get(scale),
    i64(10),
    op.mul64,
    get(amount),
    op.atMost64,
    op.when,
    get(scale),
    i64(10),
    op.mul64,
    set(scale),
    op.again,
    op.end,
    op.end,
    i32(16),
    set(end),
    op.loop,
    get(end),
    i32(48),
    get(amount),
    get(scale),
    op.div64,
    i64(10),
    op.rem64,
    op.wrap,
    op.add,
    op.store8,
    get(end),
    i32(1),
    op.add,
    set(end),
    get(scale),
    i64(10),
    op.div64,
    set(scale),
    get(scale),
    op.not0,
    op.againIf,
    op.end,
    get(end),
    i32(125),
    op.store8,
    i32(4),
    get(end),
    i32(7),
    op.sub,
    op.store,
    i32(4),
  ],
});
