/** A kill does not test the disk: the kernel keeps what was written. This does, by counting the calls that wait for it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { FsyncReport } from './fsync-load.ts';
import { type FsyncWitness, fsyncWitness } from './fsync-witness.ts';

const PROGRAM = fileURLToPath(new URL('./fsync-load.ts', import.meta.url));
const { witness, reason } = fsyncWitness();

type Load = { readonly waves: number; readonly concurrency: number; readonly delayUs?: number };
const watch = (t: TestContext, { env }: FsyncWitness, { waves, concurrency, delayUs = 0 }: Load): FsyncReport => {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-fsync-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const output = execFileSync(
    process.execPath,
    [PROGRAM, join(folder, 'test.db'), String(waves), String(concurrency)],
    {
      env: { ...process.env, ...env(join(folder, 'counter'), delayUs) },
      encoding: 'utf8',
    },
  );
  return JSON.parse(output) as FsyncReport;
};

if (witness === undefined) {
  test('the disk is witnessed', { skip: process.env['CI'] ? false : reason }, () => {
    assert.fail(`CI must have what the disk witness needs: ${reason}`);
  });
} else {
  test('a batch alone is acknowledged only after an fsync of its own', (t) => {
    const report = watch(t, witness, { waves: 200, concurrency: 1 });
    assert.equal(report.groups, 200);
    assert.ok(report.leastInWave >= 1, 'a batch was acknowledged before anything reached the disk');
  });

  test('32 batches at a time share fsyncs, at most one for 8, and every group has its own', (t) => {
    const report = watch(t, witness, { waves: 50, concurrency: 32 });
    assert.equal(report.batches, 1600);
    assert.ok(report.leastInWave >= 1, 'a wave was acknowledged before anything reached the disk');
    assert.ok(report.fsyncs >= report.groups, `${report.groups} groups and ${report.fsyncs} fsyncs`);
    assert.ok(report.fsyncs * 8 <= report.batches, `${report.fsyncs} fsyncs for ${report.batches} batches`);
  });

  test('a slow disk moves the writer to its thread, which syncs as faithfully', (t) => {
    const report = watch(t, witness, { waves: 80, concurrency: 4, delayUs: 3000 });
    assert.equal(report.writer, 'thread');
    assert.equal(report.batches, 320);
    assert.ok(report.leastInWave >= 1, 'a wave was acknowledged before anything reached the disk');
    assert.ok(report.fsyncs >= report.groups, `${report.groups} groups and ${report.fsyncs} fsyncs`);
  });
}
