/**
 * What a WebAssembly module of a merchant must be so that it may run here, read from its bytes: it imports nothing, has one
 * memory of a bounded size, declares functions of plain numbers only (so it can allocate nothing but that memory) and exports
 * `memory`, `input` and `run`. Whether its code is sound is the engine's to say, in the thread. Pure.
 */
import { entries, type Reader, readerOf, type Signature, Unreadable } from './module-reader.ts';
import { workProblem } from './module-work-rules.ts';

const MODULE_BYTES = 262_144;
/** 16 MiB. */
const MOST_PAGES = 256;
const MOST_TABLE = 10_000;

const I32 = 0x7f;
const isNumber = (type: number): boolean => type >= 0x7c && type <= I32;

type Limits = { readonly flags: number; readonly least: number; readonly most: number };

const limitsOf = (reader: Reader): Limits => {
  const flags = reader.byte();
  const least = reader.number();
  return { flags, least, most: flags % 2 === 1 ? reader.number() : Number.POSITIVE_INFINITY };
};

/** Only functions of numbers: objects of the garbage-collected kind would lie outside of the memory that is bounded. */
const signatureOf = (reader: Reader): Signature => {
  if (reader.byte() !== 0x60) throw new Unreadable();
  const types = (): readonly number[] => entries(reader, reader.byte);
  const signature = { takes: types(), gives: types() };
  if (![...signature.takes, ...signature.gives].every(isNumber)) throw new Unreadable();
  return signature;
};

const tableOf = (reader: Reader): Limits => {
  reader.byte();
  return limitsOf(reader);
};

type Exported = { readonly name: string; readonly kind: number; readonly index: number };
const exportOf = (reader: Reader): Exported => ({
  name: Buffer.from(reader.bytes(reader.number())).toString('latin1'),
  kind: reader.byte(),
  index: reader.number(),
});

type Outline = {
  readonly types: readonly Signature[];
  readonly functions: readonly number[];
  readonly tables: readonly Limits[];
  readonly memories: readonly Limits[];
  readonly exports: readonly Exported[];
  readonly code: Uint8Array | undefined;
  readonly sections: ReadonlySet<number>;
};
const [TYPE, IMPORT, FUNCTION, TABLE, MEMORY, EXPORT, START, CODE] = [1, 2, 3, 4, 5, 7, 8, 10] as const;
/** Custom, types, functions, tables, memories, globals, exports, elements, code, data, count of data. */
const known: ReadonlySet<number> = new Set([0, 1, 3, 4, 5, 6, 7, 9, 10, 11, 12]);

const outlineOf = (bytes: Uint8Array): Outline => {
  const reader = readerOf(bytes);
  if (Buffer.compare(reader.bytes(8), Buffer.from('\0asm\x01\0\0\0', 'latin1')) !== 0) throw new Unreadable();
  const contents = new Map<number, Uint8Array>();
  while (reader.left()) {
    const section = reader.byte();
    const body = reader.bytes(reader.number());
    if (section !== 0 && contents.has(section)) throw new Unreadable();
    contents.set(section, body);
  }
  const all = <Entry>(section: number, read: (body: Reader) => Entry): readonly Entry[] => {
    const body = contents.get(section);
    if (body === undefined) return [];
    const own = readerOf(body);
    return entries(own, () => read(own));
  };
  const sections = new Set(contents.keys());
  // Nothing of a module that is refused for its sections is read further.
  if ([...sections].some((one) => !known.has(one))) {
    return { types: [], functions: [], tables: [], memories: [], exports: [], code: undefined, sections };
  }
  return {
    types: all(TYPE, signatureOf),
    functions: all(FUNCTION, (body) => body.number()),
    tables: all(TABLE, tableOf),
    memories: all(MEMORY, limitsOf),
    exports: all(EXPORT, exportOf),
    code: contents.get(CODE),
    sections,
  };
};

const hasFunction = ({ exports, functions, types }: Outline, name: string, takes: number): boolean => {
  const found = exports.find((one) => one.name === name && one.kind === 0);
  const type = types[functions[found?.index ?? -1] ?? -1];
  return (
    type !== undefined &&
    type.takes.length === takes &&
    type.gives.length === 1 &&
    [...type.takes, ...type.gives].every((each) => each === I32)
  );
};

const partsProblem = ({ sections, memories, tables }: Outline): string | null => {
  if (sections.has(IMPORT))
    return 'The module imports something. It gets its input and nothing else: build it without imports.';
  if (sections.has(START)) return 'The module has a start function. Do the work in run.';
  if ([...sections].some((one) => !known.has(one)))
    return 'The module uses a part of WebAssembly that is not allowed here.';
  const [memory] = memories;
  if (memories.length !== 1 || memory === undefined) return 'The module needs exactly one memory of its own.';
  if (memory.flags > 1) return 'The memory must be a plain one: not shared, and of 32 bits.';
  if (memory.most > MOST_PAGES) return `Declare a maximum of the memory, of at most ${MOST_PAGES} pages (16 MiB).`;
  if (tables.length > 1 || tables.some(({ most, flags }) => flags > 1 || most > MOST_TABLE)) {
    return `The module may have one table, with a maximum of at most ${MOST_TABLE} entries.`;
  }
  return null;
};
const exportsProblem = (outline: Outline): string | null => {
  const { exports } = outline;
  if (!exports.some(({ name, kind }) => name === 'memory' && kind === 2)) return 'Export the memory as "memory".';
  if (!hasFunction(outline, 'input', 1)) return 'Export a function input(length: i32) -> i32.';
  return hasFunction(outline, 'run', 2) ? null : 'Export a function run(pointer: i32, length: i32) -> i32.';
};

/** Why the module may not be kept; null: it may. */
export const moduleProblem = (bytes: Uint8Array): string | null => {
  if (bytes.length > MODULE_BYTES) return `The module has at most ${MODULE_BYTES} bytes.`;
  try {
    const outline = outlineOf(bytes);
    return partsProblem(outline) ?? exportsProblem(outline) ?? workProblem(outline.code, outline);
  } catch (error) {
    if (error instanceof Unreadable) return 'These are not the bytes of a WebAssembly module that can run here.';
    throw error;
  }
};
