/** The refused rows of a job as a file like the one that came. */
import type { Database } from '../../db/database.ts';
import { refusedHead, refusedText } from '../../feeds/refused-text.ts';
import { headed } from '../../http/answers/headed.ts';
import { readParts } from './import-parts.ts';
import type { ImportJob } from './import-store.ts';
import { judgedBatches } from './import-verdicts.ts';

async function* rowsOf(db: Database, { id, format }: ImportJob): AsyncGenerator<string, void> {
  const from = readParts(db, id);
  for await (const batch of judgedBatches(db, id, 'refused', 0)) yield await refusedText(from, format, batch);
}

/** Batch by batch, so that neither the file nor what was refused of it is ever held as a whole. */
export async function* refusedRows(db: Database, job: ImportJob): AsyncGenerator<string, void> {
  yield* headed(await refusedHead(readParts(db, job.id), job.format), rowsOf(db, job));
}
