/** What group commit saves: fsync calls counted by a preloaded library, and batches per second when each fsync takes 1 ms longer. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fsyncWitness } from '../test/faults/fsync-witness.ts';
import type { Bench, BenchRow } from './report.ts';

type Run = { readonly batches: number; readonly seconds: number; readonly fsyncs: number; readonly writer: string };

export const diskBench: Bench = {
  name: 'disk',
  run: async () => {
    const { witness, reason } = fsyncWitness();
    if (witness === undefined) return [{ bench: 'disk', case: `skipped: ${reason}` }];
    const folder = mkdtempSync(join(tmpdir(), 'cartwright-bench-'));
    let n = 0;
    const run = (way: 'grouped' | 'single', delayUs: number): Run => {
      const file = join(folder, `${(n += 1)}.db`);
      const counter = join(folder, `${n}.count`);
      const program = fileURLToPath(new URL('disk-load.ts', import.meta.url));
      const child = spawnSync(process.execPath, [program, file, way], {
        env: { ...process.env, ...witness.env(counter, delayUs) },
        encoding: 'utf8',
      });
      if (child.status !== 0) throw new Error(child.stderr);
      return { ...(JSON.parse(child.stdout) as Omit<Run, 'fsyncs'>), fsyncs: witness.read(counter) };
    };
    const rate = ({ batches, seconds }: Run): number => batches / seconds;
    const rows: BenchRow[] = [];
    for (const delayUs of [0, 1000]) {
      const bench = `sqlite, 32 writers${delayUs > 0 ? ', fsync +1 ms' : ''}`;
      const single = run('single', delayUs);
      const grouped = run('grouped', delayUs);
      rows.push(
        { bench, case: 'one fsync per batch', perSecond: rate(single), note: `writer ${single.writer}` },
        {
          bench,
          case: 'group commit',
          perSecond: rate(grouped),
          ratio: rate(grouped) / rate(single),
          ...(delayUs > 0 ? { wanted: '>= 10' } : {}),
          note: `rate against one fsync per batch, writer ${grouped.writer}`,
        },
        {
          bench,
          case: 'batches per fsync',
          ratio: grouped.batches / grouped.fsyncs,
          wanted: '>= 8',
          note: `${grouped.fsyncs} fsyncs`,
        },
      );
    }
    rmSync(folder, { recursive: true });
    return rows;
  },
};
