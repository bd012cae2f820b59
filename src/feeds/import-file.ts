/** Use case: a file of rows, fed from where an earlier import of the same file ended. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Database } from '../db/database.ts';
import type { Clock } from '../shared/clock.ts';
import { objectId, type RandomBytes } from '../shared/identifiers.ts';
import type { Feed, FeedKind } from './feed-kind.ts';
import {
  beginProgress,
  endProgress,
  findProgress,
  type ImportedFile,
  moveProgress,
  type Progress,
} from './feed-progress.ts';
import { type Fed, runFeed } from './feed-run.ts';
import { arrayLines, behind, type Chunks, onwards } from './feed-rows.ts';
import { type FileFormat, furtherBy, openSource } from './import-source.ts';
import { refusedHead, refusedText } from './refused-text.ts';

export type FileImport = {
  readonly db: Database;
  readonly now: Clock;
  readonly random: RandomBytes;
  readonly companyId: number;
  readonly kind: FeedKind;
  readonly path: string;
  /** After every batch that is on disk; `bytes` is the size of the file. */
  readonly onProgress: (progress: Progress, fed: Fed, bytes: number) => void;
  /** Is given the rows that were refused, as text of a file like this one; none when left out. */
  readonly onRefused?:
    | { readonly begin: (head: string) => Promise<void>; readonly add: (text: string) => Promise<void> }
    | undefined;
};
export type Imported = Progress & { readonly resumedAt: number | undefined };

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
};

type From = (position: number) => Chunks;

/** Read from any place, and once more for what was refused; the entries of an array are counted as lines. */
const opened = (path: string): { readonly format: FileFormat; readonly from: From; readonly again: From } => {
  const read = (start: number) => createReadStream(path, { start }) as AsyncIterable<Buffer>;
  if (/\.json$/i.test(path)) {
    const lines = () => arrayLines(read(0));
    return { format: 'ndjson', from: (position) => behind(lines(), position), again: onwards(lines) };
  }
  return { format: /\.csv$/i.test(path) ? 'csv' : 'ndjson', from: read, again: read };
};

export const importFile = async (task: FileImport): Promise<Imported> => {
  const { db, now, random, companyId, kind, path, onProgress, onRefused } = task;
  const file: ImportedFile = { companyId, kind: kind.name, hash: await hashOf(path) };
  const { size } = await stat(path);
  const { format, from, again } = opened(path);
  const source = await openSource(from, kind.schema, { format, named: new Map() });
  const earlier = await findProgress(db, file);
  let progress: Progress = earlier ?? { runId: objectId(random), place: source.begins, accepted: 0, refused: 0 };
  if (earlier === undefined) await db.commit([beginProgress(file, progress, now())]);
  const context: Feed = { db, companyId, runId: progress.runId, at: now() };
  const alongside = (fed: Fed) => [moveProgress(file, progress, furtherBy(progress, fed), now())];
  if (earlier === undefined) await onRefused?.begin(await refusedHead(from, format));
  for await (const fed of runFeed(kind, source.rows(progress.place), context, { alongside })) {
    await onRefused?.add(await refusedText(again, format, { after: progress.place, verdicts: fed.verdicts }));
    progress = furtherBy(progress, fed);
    onProgress(progress, fed, size);
  }
  await db.commit([endProgress(file, progress)]);
  return { ...progress, resumedAt: earlier?.place.line };
};
