/**
 * The thread in which modules of merchants run. Each run has an instance of its own, so nothing of one cart is left for the next.
 * A module has no imports: what it can reach is its memory. Who loops is ended with the thread, by who asked.
 */
import { serveThread } from '../../db/answering-thread.ts';
import type { ModuleAnswer, ModuleQuestion } from './module-types.ts';

const MOST_MODULES = 32;
const MOST_ANSWER = 65_536;

/** As much of Node's WebAssembly as is used here; the types of the language know it as a part of browsers only. */
type Memory = { readonly buffer: ArrayBuffer };
type Module = { readonly isModule: true };
type Engine = {
  readonly Module: new (bytes: Uint8Array) => Module;
  readonly Instance: new (module: Module, imports: object) => { readonly exports: unknown };
};
const engine = (globalThis as unknown as { readonly WebAssembly: Engine }).WebAssembly;

type Exports = {
  readonly memory: Memory;
  readonly input: (length: number) => number;
  readonly run: (pointer: number, length: number) => number;
};

const inside = (memory: Memory, pointer: number, length: number): Uint8Array => {
  // Pointers are unsigned; WebAssembly gives numbers with a sign.
  const at = pointer >>> 0;
  if (length > MOST_ANSWER) throw new RangeError(`more than ${MOST_ANSWER} bytes`);
  if (at + length > memory.buffer.byteLength) throw new RangeError('a place outside of its memory');
  return new Uint8Array(memory.buffer, at, length);
};

const runModule = (module: Module, text: string): string => {
  const { memory, input, run } = new engine.Instance(module, {}).exports as Exports;
  const bytes = Buffer.from(text);
  const at = input(bytes.length) >>> 0;
  if (at + bytes.length > memory.buffer.byteLength) throw new RangeError('no room for its input');
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const answer = run(at, bytes.length) >>> 0;
  const length = new DataView(inside(memory, answer, 4).slice().buffer).getUint32(0, true);
  return Buffer.from(inside(memory, answer + 4, length)).toString();
};

serveThread(() => {
  const modules = new Map<string, Module>();
  const moduleOf = ({ hash, bytes }: ModuleQuestion): Module | undefined => {
    const known = modules.get(hash);
    if (known !== undefined || bytes === undefined) return known;
    const made = new engine.Module(bytes);
    const [oldest] = modules.keys();
    if (modules.size >= MOST_MODULES && oldest !== undefined) modules.delete(oldest);
    modules.set(hash, made);
    return made;
  };
  const answer = (question: ModuleQuestion): ModuleAnswer => {
    try {
      const module = moduleOf(question);
      if (module === undefined) return { kind: 'unknown' };
      return { kind: 'ran', text: question.text === null ? '' : runModule(module, question.text) };
    } catch (error) {
      return { kind: 'failed', reason: String(error).slice(0, 200) };
    }
  };
  return { answer, close: () => modules.clear() };
});
