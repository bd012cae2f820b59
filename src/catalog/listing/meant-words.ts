/**
 * The words of a question as the catalogue knows them: a word that begins none of its words is taken for the nearest ones. The
 * words there are lie in memory from the first misspelt question on, for as long as no product changes.
 */
import type { ProductList } from '../../contract/catalog/catalog-contract.ts';
import type { Database } from '../../db/database.ts';
import { LOAD_DEADLINE_MS, type OnLate, sharedLoads } from '../../shared/shared-load.ts';
import { askedWords, exactly, type TermRange } from './search-rules.ts';
import { workInTurns } from '../../shared/slices.ts';
import { isCorrectable, lettersOf, type Vocabulary, vocabularyOf, wordsMeant } from './typo-rules.ts';

type MeantWords = {
  /** For each word the ranges of terms of which one must hold. */
  readonly words: readonly (readonly TermRange[])[];
  readonly corrections: NonNullable<ProductList['corrections']>;
};
export type ReadMeant = (companyId: number, version: number, question: string) => Promise<MeantWords>;

const MOST_WORDS = 200_000;
const COMPANIES_KEPT = 20;
/** Words that are compared in one turn of the loop. */
const WORDS_A_TURN = 5_000;
const nearest = (word: string, vocabulary: Vocabulary): Promise<readonly string[]> =>
  workInTurns(wordsMeant(word, vocabulary), WORDS_A_TURN);
const EVERY_WORD = `select distinct term from product_term where company_id = ? and term >= 'w:' and term < 'w;'
  order by term limit ?`;

export const meantWords = (db: Database, onLate?: OnLate): ReadMeant => {
  const kept = new Map<number, { readonly version: number; readonly vocabulary: Vocabulary }>();
  const shared = sharedLoads<Vocabulary>({ what: 'words of a catalogue', deadlineMs: LOAD_DEADLINE_MS, onLate });

  const vocabularyAt = async (companyId: number, version: number): Promise<Vocabulary> => {
    const known = kept.get(companyId);
    if (known?.version === version) return known.vocabulary;
    return shared(`${companyId}/${version}`, async () => {
      const words: string[] = [];
      const letters: number[] = [];
      for await (const rows of db.scan<{ term: string }>(EVERY_WORD, [companyId, MOST_WORDS])) {
        const more = rows.map(({ term }) => term.slice('w:'.length)).filter(isCorrectable);
        words.push(...more);
        letters.push(...more.map(lettersOf));
      }
      const vocabulary = vocabularyOf(words, letters);
      kept.delete(companyId);
      const [oldest] = kept.keys();
      if (kept.size >= COMPANIES_KEPT && oldest !== undefined) kept.delete(oldest);
      kept.set(companyId, { version, vocabulary });
      return vocabulary;
    });
  };

  const isKnown = async (companyId: number, { from, to }: TermRange): Promise<boolean> =>
    (await db.one('select 1 as one from product_term where company_id = ? and term >= ? and term < ? limit 1', [
      companyId,
      from,
      to,
    ])) !== undefined;

  return async (companyId, version, question) => {
    const words: TermRange[][] = [];
    const corrections: MeantWords['corrections'] = [];
    for (const range of askedWords(question)) {
      const { word } = range;
      const known = !isCorrectable(word) || (await isKnown(companyId, range));
      const meant = known ? [] : await nearest(word, await vocabularyAt(companyId, version));
      words.push(meant.length === 0 ? [range] : meant.map(exactly));
      if (meant.length > 0) corrections.push({ word, meant: [...meant] });
    }
    return { words, corrections };
  };
};
