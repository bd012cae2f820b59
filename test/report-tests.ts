/** What Node's own reporter prints, and before its summary which files took longest. */
import { relative } from 'node:path';
import { spec, type TestEvent } from 'node:test/reporters';

const SHOWN = 10;

const slowest = (seconds: ReadonlyMap<string, number>): string => {
  const first = [...seconds].toSorted(([, a], [, b]) => b - a).slice(0, SHOWN);
  const lines = first.map(([file, taken]) => `  ${taken.toFixed(1).padStart(6)} s  ${relative(process.cwd(), file)}`);
  return ['Slowest files:', ...lines, '', ''].join('\n');
};

export async function* reportTests(events: AsyncIterable<TestEvent>): AsyncGenerator<string, void> {
  const node = spec();
  const seconds = new Map<string, number>();
  let summed = false;
  const printed = function* (): Generator<string, void> {
    for (let text = node.read() as string | null; text !== null; text = node.read() as string | null) yield text;
  };
  for await (const event of events) {
    if (event.type === 'test:summary' && event.data.file !== undefined) {
      seconds.set(event.data.file, event.data.duration_ms / 1000);
    }
    // The counts of the whole run are diagnostics of no file.
    const isTotal = event.type === 'test:diagnostic' && event.data.nesting === 0 && event.data.file === undefined;
    if (isTotal && !summed) {
      summed = true;
      if (seconds.size > 1) yield slowest(seconds);
    }
    node.write(event);
    yield* printed();
  }
  node.end();
  for await (const text of node) yield text as string;
}
