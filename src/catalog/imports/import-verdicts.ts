/** What became of the rows of a job: kept batch by batch, read page by page. */
import type { Database, Statement } from '../../db/database.ts';
import { countVerdicts, isWarned } from '../../feeds/feed-answer.ts';
import type { Verdict } from '../../feeds/feed-kind.ts';
import type { Place } from '../../feeds/feed-rows.ts';
import type { Fed } from '../../feeds/feed-run.ts';

/** A row about which there is nothing to say is kept by its number and key alone: most rows are. */
type KeptVerdict = Verdict | readonly [line: number, key: string | null];

const kept = (verdict: Verdict): KeptVerdict =>
  verdict.success && verdict.message === '' ? [verdict.line, verdict.key] : verdict;
const isShort = (verdict: KeptVerdict): verdict is readonly [number, string | null] => Array.isArray(verdict);
const whole = (verdict: KeptVerdict): Verdict =>
  isShort(verdict)
    ? { line: verdict[0], key: verdict[1], success: true, message: '', field: null, error_code: null }
    : verdict;

export const keepVerdicts = (id: string, from: Place, { verdicts, place }: Fed): Statement => {
  const { warned, refused } = countVerdicts(verdicts);
  return {
    sql: `insert into import_verdict (job_id, line, after_line, after_position, warned, refused, document)
      values (?, ?, ?, ?, ?, ?, ?)`,
    params: [id, place.line, from.line, from.position, warned, refused, JSON.stringify(verdicts.map(kept))],
  };
};

export type VerdictChoice = 'all' | 'refused' | 'warned';
const chosenBy: Readonly<Record<VerdictChoice, (verdict: Verdict) => boolean>> = {
  all: () => true,
  refused: ({ success }) => !success,
  warned: isWarned,
};
const batchesBy: Readonly<Record<VerdictChoice, string>> = {
  all: '',
  refused: 'and refused > 0',
  warned: 'and warned > 0',
};

export type JudgedBatch = { readonly after: Place; readonly verdicts: readonly Verdict[] };
type Row = Readonly<{ line: number; after_line: number; after_position: number; document: string }>;

/** Batches that have such rows behind a line, in their order; each with those rows only. */
export async function* judgedBatches(
  db: Database,
  id: string,
  choice: VerdictChoice,
  afterLine: number,
): AsyncGenerator<JudgedBatch, void> {
  for (let line = afterLine; ; ) {
    const row = await db.one<Row>(
      `select line, after_line, after_position, document from import_verdict
        where job_id = ? and line > ? ${batchesBy[choice]} order by line limit 1`,
      [id, line],
    );
    if (row === undefined) return;
    const verdicts = (JSON.parse(row.document) as readonly KeptVerdict[]).map(whole).filter(chosenBy[choice]);
    yield {
      after: { line: row.after_line, position: row.after_position },
      verdicts: verdicts.filter((verdict) => verdict.line > afterLine),
    };
    line = row.line;
  }
}

/** So many rows and one more, if there are. */
export const verdictsBehind = async (
  db: Database,
  id: string,
  choice: VerdictChoice,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly Verdict[]> => {
  const found: Verdict[] = [];
  for await (const { verdicts } of judgedBatches(db, id, choice, after)) {
    found.push(...verdicts);
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
};
