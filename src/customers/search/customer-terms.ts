/** What staff find a customer by, as rows: so that a search meets those who may be meant, and not all there are. */
import { foldedWords } from '../../catalog/listing/search-rules.ts';
import type { CustomerProfile } from '../../contract/customers/customer-contract.ts';
import { type Database, guardFailed, type Read, type Statement } from '../../db/database.ts';
import { sweepInSteps } from '../../db/sweep.ts';
import { digitsAsked, phoneDigits, searchedTexts } from '../profile-rules.ts';

type Source = 'document' | 'claims';
export type TermOwner = { readonly applicationId: string; readonly userId: string };

/** Some digits of a number are the beginning of what follows from one of its digits on. */
const endsOf = (number: string): readonly string[] => Array.from(number, (_, at) => number.slice(at));

const termsOf = (userId: string, profile: CustomerProfile): readonly string[] => [
  ...foldedWords(searchedTexts(userId, profile)).map((word) => `w:${word}`),
  ...new Set(
    phoneDigits(profile)
      .flatMap(endsOf)
      .map((digits) => `p:${digits}`),
  ),
];

const replaceTerms = (
  { applicationId, userId }: TermOwner,
  source: Source,
  profile: CustomerProfile,
): readonly Statement[] => {
  const terms = termsOf(userId, profile);
  const drop = {
    sql: 'delete from customer_term where application_id = ? and user_id = ? and source = ?',
    params: [applicationId, userId, source],
  };
  if (terms.length === 0) return [drop];
  return [
    drop,
    {
      sql: `insert into customer_term (application_id, term, user_id, source)
        values ${terms.map(() => '(?, ?, ?, ?)').join(', ')} on conflict do nothing`,
      params: terms.flatMap((term) => [applicationId, term, userId, source]),
    },
  ];
};

/** Behind the statement that saves this part of his profile. Who was not termed before is left to the sweep: of his other part nothing is known here. */
export const keepTerms = (owner: TermOwner, source: Source, profile: CustomerProfile): readonly Statement[] => [
  ...replaceTerms(owner, source, profile),
  {
    sql: `update customer set termed = version where application_id = ? and user_id = ? and termed = version - 1`,
    params: [owner.applicationId, owner.userId],
  },
];

/** Those who may be meant by a question, as ids: more than are meant, never fewer. Undefined: it asks for nobody in particular. */
export const mayBeMeant = (applicationId: string, question: string): Read | undefined => {
  const words = foldedWords(question);
  const digits = digitsAsked(question);
  const beginning = (term: string): Read => ({
    sql: 'select user_id from customer_term where application_id = ? and term >= ? and term < ?',
    params: [applicationId, term, `${term}\u{10FFFF}`],
  });
  const every = words.map((word) => beginning(`w:${word}`));
  if (every.length === 0) return undefined;
  const parts = [
    { sql: every.map(({ sql }) => sql).join(' intersect '), params: every.flatMap(({ params }) => params) },
    ...(digits === '' ? [] : [beginning(`p:${digits}`)]),
    { sql: 'select user_id from customer where application_id = ? and termed <> version', params: [applicationId] },
  ];
  return {
    sql: parts.map(({ sql }) => `select user_id from (${sql}) s`).join(' union '),
    params: parts.flatMap(({ params }) => params),
  };
};

type Untermed = Readonly<Record<'application_id' | 'user_id' | 'document' | 'claims', string> & { version: number }>;
const VERSION = 'customer_version';

/** One who is written meanwhile has another version, and comes again. */
const termOne = async (
  db: Database,
  { application_id, user_id, version, document, claims }: Untermed,
): Promise<void> => {
  const owner = { applicationId: application_id, userId: user_id };
  try {
    await db.commit([
      {
        sql: 'update customer set termed = version where application_id = ? and user_id = ? and version = ?',
        params: [application_id, user_id, version],
        guard: { name: VERSION, rows: 1 },
      },
      ...replaceTerms(owner, 'document', JSON.parse(document) as CustomerProfile),
      ...replaceTerms(owner, 'claims', JSON.parse(claims) as CustomerProfile),
    ]);
  } catch (error) {
    if (!guardFailed(error, VERSION)) throw error;
  }
};

/** The sweep: customers who were known before their words were kept as rows. */
export const termEarlierCustomers = (db: Database): Promise<number> =>
  sweepInSteps(
    async (limit) => {
      const earlier = await db.all<Untermed>(
        'select application_id, user_id, version, document, claims from customer where termed <> version limit ?',
        [limit],
      );
      for (const one of earlier) await termOne(db, one);
      return earlier.length;
    },
    { size: 100, steps: 20 },
  );
