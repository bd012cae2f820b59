/** The refused rows of a job as a file like the one that came. */
import type { Database } from '../../db/database.ts';
import { refusedHead, refusedText } from '../../feeds/refused-text.ts';
import { readParts } from './import-parts.ts';
import type { ImportJob } from './import-store.ts';
import { judgedBatches } from './import-verdicts.ts';

/** Batch by batch, so that neither the file nor what was refused of it is ever held as a whole. */
export async function* refusedRows(db: Database, { id, format }: ImportJob): AsyncGenerator<string, void> {
  const from = readParts(db, id);
  yield await refusedHead(from, format);
  for await (const batch of judgedBatches(db, id, 'refused', 0)) yield await refusedText(from, format, batch);
}
