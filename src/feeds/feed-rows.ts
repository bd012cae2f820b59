/**
 * Cuts a stream of bytes into rows: lines of NDJSON or CSV, or the entries of one JSON array. Holds one row at a time and
 * never more than `mostRowBytes` of it; a longer row is skipped and named. Pulled, so a slow reader slows the sender down. A chunk may
 * hold thousands of rows, or of empty lines: between some of them everybody else has his turn.
 */
import { Refusal } from '../shared/errors.ts';
import { nextTurn } from '../shared/slices.ts';

export type RawRow = {
  /** Which row, from 1 (for lines: which line). */
  readonly line: number;
  /** Where in the stream the next row begins. */
  readonly next: number;
  /** Undefined for a row over the limit. */
  readonly bytes: Uint8Array | undefined;
};
export type Chunks = AsyncIterable<Uint8Array>;
/** Where an earlier reading of the same stream came to. */
export type Place = { readonly line: number; readonly position: number };

/** What a file of refused rows has besides the fields of a row; no feed reads it, so the file is fed again as it was mended. */
export const REFUSED_BECAUSE = 'refused_because';
export const mostRowBytes = 262_144;
export const theBeginning: Place = { line: 0, position: 0 };
/** Lines or entries that are read, and judged by whoever asked for them, in one turn of the loop. */
const ROWS_A_TURN = 200;

const LINE_FEED = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);
const LIST_OPENS = 0x5b;
const LIST_CLOSES = 0x5d;
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** The parts of a row that lies across chunks. */
const assembly = () => {
  let parts: Uint8Array[] = [];
  let size = 0;
  return {
    add: (part: Uint8Array): void => {
      size += part.length;
      if (size > mostRowBytes) parts = [];
      else if (part.length > 0) parts.push(part);
    },
    size: (): number => size,
    take: (): Uint8Array | undefined => {
      const [only, ...more] = parts;
      const whole = only !== undefined && more.length === 0 ? only : Buffer.concat(parts);
      const bytes = size > mostRowBytes ? undefined : whole;
      parts = [];
      size = 0;
      return bytes;
    },
  };
};

const isBlank = (bytes: Uint8Array | undefined): boolean =>
  bytes !== undefined && bytes.every((byte) => SPACES.has(byte));

/** Where the line that holds `from` ends; a line feed between quotes is part of a CSV cell. */
const lineEnds = (quotes: boolean): ((chunk: Uint8Array, from: number) => number) => {
  if (!quotes) return (chunk, from) => chunk.indexOf(LINE_FEED, from);
  let quoted = false;
  return (chunk, from) => {
    for (let at = from; at < chunk.length; at += 1) {
      if (chunk[at] === QUOTE) quoted = !quoted;
      else if (chunk[at] === LINE_FEED && !quoted) return at;
    }
    return -1;
  };
};

/** Lines, without empty ones; the last needs no end. `after` is where the chunks begin. */
export async function* lineRows(chunks: Chunks, after: Place, quotes = false): AsyncGenerator<RawRow, void> {
  const lineEnd = lineEnds(quotes);
  const row = assembly();
  let { line, position: next } = after;
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = lineEnd(chunk, from); end !== -1; end = lineEnd(chunk, from)) {
      row.add(chunk.subarray(from, end));
      next += end + 1 - from;
      from = end + 1;
      line += 1;
      if (line % ROWS_A_TURN === 0) await nextTurn();
      const bytes = row.take();
      if (!isBlank(bytes)) yield { line, next, bytes };
    }
    row.add(chunk.subarray(from));
    next += chunk.length - from;
  }
  if (row.size() === 0) return;
  const bytes = row.take();
  if (!isBlank(bytes)) yield { line: line + 1, next, bytes };
}

const broken = (line: number, message: string): Refusal =>
  new Refusal('body_invalid', { details: [{ field: `[${line}]`, message }] });

/** Follows strings and brackets just far enough to see where an entry ends; JSON.parse judges the entry itself. */
const entryReader = () => {
  let depth = 0;
  let inString = false;
  let escaped = false;
  return (byte: number): 'inside' | 'next' | 'end' => {
    if (inString) {
      if (escaped) escaped = false;
      else if (byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) inString = false;
      return 'inside';
    }
    if (byte === QUOTE) inString = true;
    else if (OPEN.has(byte)) depth += 1;
    else if (depth === 0 && byte === COMMA) return 'next';
    else if (depth === 0 && byte === LIST_CLOSES) return 'end';
    else if (CLOSE.has(byte)) depth -= 1;
    return 'inside';
  };
};

/** The index of the first byte that is no white space, or -1. */
const firstSign = (chunk: Uint8Array, from: number): number => {
  for (let at = from; at < chunk.length; at += 1) if (!SPACES.has(chunk[at] ?? 0)) return at;
  return -1;
};

/** Where the first entry begins; undefined when there is only white space yet. */
const arrayBegins = (chunk: Uint8Array): number | undefined => {
  const at = firstSign(chunk, 0);
  if (at === -1) return undefined;
  if (chunk[at] === LIST_OPENS) return at + 1;
  throw broken(0, 'The body must be a JSON array, or lines of application/x-ndjson.');
};

/** Reads an array chunk by chunk; yields the entries that end in it. */
const arrayReader = () => {
  const row = assembly();
  let read = entryReader();
  let place: 'before' | 'inside' | 'after' = 'before';
  let line = 0;
  let passed = 0;

  const entryEnds = (isLast: boolean, next: number): RawRow | undefined => {
    const bytes = row.take();
    read = entryReader();
    if (isLast) place = 'after';
    if (isLast && line === 0 && isBlank(bytes)) return undefined; // an empty array
    line += 1;
    return { line, next, bytes };
  };

  function* entriesIn(chunk: Uint8Array, begins: number): Generator<RawRow, void> {
    let from = begins;
    for (let at = begins; at < chunk.length; at += 1) {
      const verdict = read(chunk[at] ?? 0);
      if (verdict === 'inside') continue;
      row.add(chunk.subarray(from, at));
      from = at + 1;
      const entry = entryEnds(verdict === 'end', passed + from);
      if (entry !== undefined) yield entry;
      if (verdict === 'end') break;
    }
    if (place === 'inside') row.add(chunk.subarray(from));
    else refuseMore(chunk, from);
  }
  const refuseMore = (chunk: Uint8Array, from: number): void => {
    if (firstSign(chunk, from) !== -1) throw broken(line, 'Something follows the array.');
  };

  return {
    *entries(chunk: Uint8Array): Generator<RawRow, void> {
      const begins = place === 'before' ? arrayBegins(chunk) : 0;
      if (place === 'after') refuseMore(chunk, 0);
      else if (begins !== undefined) {
        place = 'inside';
        yield* entriesIn(chunk, begins);
      }
      passed += chunk.length;
    },
    end: (): void => {
      if (place !== 'after') throw broken(line, 'The array has no end.');
    },
  };
};

/** The entries of one JSON array. Throws where the text stops being one: what came before was yielded. */
export async function* arrayRows(chunks: Chunks): AsyncGenerator<RawRow, void> {
  const reader = arrayReader();
  for await (const chunk of chunks) {
    for (const entry of reader.entries(chunk)) {
      if (entry.line % ROWS_A_TURN === 0) await nextTurn();
      yield entry;
    }
  }
  reader.end();
}

const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
/** Stands for an entry over the limit, so that it is still one: what was too long is too long as a line. */
const tooLong = new Uint8Array(mostRowBytes + 1).fill(SPACE);

/** The entries of a JSON array as lines. Between strings a line end means nothing, and within one it cannot be. */
export async function* arrayLines(chunks: Chunks): AsyncGenerator<Uint8Array, void> {
  for await (const { line: at, bytes = tooLong } of arrayRows(chunks)) {
    // As a line it would be passed over, and nobody would know that a row was lost.
    if (isBlank(bytes) && bytes !== tooLong) throw broken(at, 'There is a comma without a row: remove it.');
    const line = new Uint8Array(bytes.length + 1);
    line.set(bytes.map((byte) => (byte === LINE_FEED || byte === CARRIAGE_RETURN ? SPACE : byte)));
    line[bytes.length] = LINE_FEED;
    yield line;
  }
}

/** What follows the first bytes of a stream. */
export async function* behind(chunks: Chunks, position: number): AsyncGenerator<Uint8Array, void> {
  let left = position;
  for await (const chunk of chunks) {
    if (left < chunk.length) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

const nothing = new Uint8Array(0);

/**
 * The same of a stream that can be read from its beginning only, for whoever asks for places further and further on, one after the
 * other: each goes on where the one before was, and nothing is read twice.
 */
export const onwards = (open: () => Chunks): ((position: number) => Chunks) => {
  let reader: AsyncIterator<Uint8Array> | undefined;
  let chunk: Uint8Array = nothing;
  let at = 0;
  return async function* rest(position) {
    if (reader === undefined || position < at) {
      reader = open()[Symbol.asyncIterator]();
      chunk = nothing;
      at = 0;
    }
    for (;;) {
      if (position < at + chunk.length) yield chunk.subarray(Math.max(0, position - at));
      const next = await reader.next();
      if (next.done === true) return;
      at += chunk.length;
      chunk = next.value;
    }
  };
};
