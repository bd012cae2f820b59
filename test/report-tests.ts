/** What Node's own reporter prints, and before its summary which files took longest, and kept the processor busy for how long. */
import { relative } from 'node:path';
import { spec, type TestEvent } from 'node:test/reporters';

const SHOWN = 10;

type Seconds = ReadonlyMap<string, number>;

const slowest = (seconds: Seconds, busy: Seconds): string => {
  const shown = (of: Seconds, file: string): string => `${of.get(file)?.toFixed(1) ?? '?'} s`.padStart(8);
  const line = (file: string): string => `${shown(seconds, file)}${shown(busy, file)}  ${file}`;
  const most = (of: Seconds): readonly string[] =>
    [...of.keys()]
      .filter(isFile)
      .toSorted((a, b) => (of.get(b) ?? 0) - (of.get(a) ?? 0))
      .slice(0, SHOWN);
  const files = [...new Set([...most(seconds), ...most(busy)])];
  return ['Slowest files, by the clock and by the processor:', ...files.map(line), '', ''].join('\n');
};

const isFile = (name: string): boolean => name.endsWith('.test.ts');

/** A file that has a process of its own ends with a summary; one that shares it is a test of that process. */
const fileTime = (event: TestEvent): readonly [string, number] | undefined => {
  if (event.type === 'test:summary') {
    const { file = '', duration_ms: ms } = event.data;
    return isFile(file) ? [relative(process.cwd(), file), ms / 1000] : undefined;
  }
  if (event.type !== 'test:pass' && event.type !== 'test:fail') return undefined;
  const { name, nesting, details } = event.data;
  return nesting === 0 && isFile(name) ? [name, details.duration_ms / 1000] : undefined;
};

/** `busy`: what files took of the processor, asked when all have ended. */
export async function* reportTests(
  events: AsyncIterable<TestEvent>,
  busy: () => Seconds,
): AsyncGenerator<string, void> {
  const node = spec();
  const seconds = new Map<string, number>();
  let summed = false;
  const printed = function* (): Generator<string, void> {
    for (let text = node.read() as string | null; text !== null; text = node.read() as string | null) yield text;
  };
  for await (const event of events) {
    const taken = fileTime(event);
    if (taken !== undefined) seconds.set(...taken);
    // The counts of the whole run are diagnostics of no file.
    const isTotal = event.type === 'test:diagnostic' && event.data.nesting === 0 && event.data.file === undefined;
    if (isTotal && !summed) {
      summed = true;
      if (seconds.size > 1) yield slowest(seconds, busy());
    }
    node.write(event);
    yield* printed();
  }
  node.end();
  for await (const text of node) yield text as string;
}
