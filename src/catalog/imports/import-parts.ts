/** The file of a job, kept in parts: written as it comes in, read from any place. */
import { createHash } from 'node:crypto';
import type { Node } from '../../applications/node.ts';
import type { Database, Statement } from '../../db/database.ts';
import type { Chunks } from '../../feeds/feed-rows.ts';
import type { Pace } from '../../http/limits/body-timeout.ts';
import { Refusal } from '../../shared/errors.ts';
import { nextTurn } from '../../shared/slices.ts';

const partBytes = 262_144;
const MEGABYTE = 1_048_576;

/** Parts come more often than this, or the rest is not waited for: so a job whose file still comes is never long without a change. */
export const PART_MS = 120_000;

/** Guard `import_received`: the job still waits for it. */
const addPart = (id: string, number: number, part: Uint8Array, at: number): readonly Statement[] => [
  {
    sql: "update import_job set bytes = bytes + ?, modified_at = ? where id = ? and state = 'receiving'",
    params: [part.length, at, id],
    guard: { name: 'import_received', rows: 1 },
  },
  { sql: 'insert into import_part (job_id, number, bytes) values (?, ?, ?)', params: [id, number, part] },
];

/** Holds one part at a time. Answers the size, and a hash by which the same file is known again. */
export const keepParts = async (
  { db, now }: Pick<Node, 'db' | 'now'>,
  id: string,
  { body, mostBytes, pace }: { readonly body: Chunks; readonly mostBytes: number; readonly pace: Pace },
): Promise<{ readonly bytes: number; readonly hash: string }> => {
  const hash = createHash('sha256');
  let part = Buffer.allocUnsafe(partBytes);
  let filled = 0;
  let number = 0;
  let bytes = 0;
  const keep = async (): Promise<void> => {
    pace.rest();
    await db.commit(addPart(id, number, part.subarray(0, filled), now()));
    number += 1;
    filled = 0;
    pace.wait();
  };
  /** Each byte is copied once, into however small pieces somebody cut them. */
  const take = async (chunk: Uint8Array): Promise<void> => {
    for (let from = 0; from < chunk.length; ) {
      const piece = chunk.subarray(from, from + partBytes - filled);
      part.set(piece, filled);
      filled += piece.length;
      from += piece.length;
      if (filled < partBytes) continue;
      await keep();
      part = Buffer.allocUnsafe(partBytes);
    }
  };
  pace.wait();
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostBytes) {
      const most = Math.floor(mostBytes / MEGABYTE);
      throw new Refusal('body_too_large', {
        message: `An import takes at most ${most} MB. Cut the file into several.`,
      });
    }
    hash.update(chunk);
    await take(chunk);
  }
  if (filled > 0) await keep();
  return { bytes, hash: hash.digest('hex') };
};

export const readParts = (db: Database, id: string) =>
  async function* from(position: number): Chunks & AsyncGenerator<Uint8Array, void> {
    const first = Math.floor(position / partBytes);
    let skipped = position % partBytes;
    for (let number = first; ; number += 1) {
      // There may be no row in it that ends: to look for one took all of a file in one turn.
      if (number > first) await nextTurn();
      const row = await db.one<{ bytes: Uint8Array }>('select bytes from import_part where job_id = ? and number = ?', [
        id,
        number,
      ]);
      if (row === undefined) return;
      if (skipped < row.bytes.length) yield row.bytes.subarray(skipped);
      skipped = 0;
    }
  };
