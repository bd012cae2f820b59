/** Taking letters, and what became of them, in SQL. */
import type { All, Database, Statement } from '../db/database.ts';
import { dropSealed } from '../db/sealing/sealed-values.ts';
import { type Bounds, sweepByStatements } from '../db/sweep.ts';
import { LETTER, mailOwner } from './mail-statements.ts';

export type TakenMail = {
  readonly id: string;
  readonly kind: string;
  /** This one included. */
  readonly attempts: number;
  readonly created_at: number;
};

/** Asked twice: a row another node takes stays his. */
export const takeMail = async (
  db: Database,
  most: number,
  { now, leaseEnd, claim }: { readonly now: number; readonly leaseEnd: number; readonly claim: string },
): All<TakenMail> => {
  const [result] = await db.commit([
    {
      sql: `update mail set due_at = ?, claim = ?, attempts = attempts + 1, modified_at = ?
        where state = 'waiting' and due_at <= ? and id in
          (select id from mail where state = 'waiting' and due_at <= ? order by due_at limit ?)
        returning id, kind, attempts, created_at`,
      params: [leaseEnd, claim, now, now, now, most],
    },
  ]);
  return (result?.rows ?? []) as unknown as readonly TakenMail[];
};

/** Changes nothing where it has passed to another node, or is gone. */
export const holdMail = (id: string, claim: string, leaseEnd: number): Statement => ({
  sql: `update mail set due_at = ? where id = ? and claim = ? and state = 'waiting'`,
  params: [leaseEnd, id, claim],
});

export type MailVerdict =
  | { readonly state: 'sent' }
  | { readonly state: 'failed'; readonly problem: string }
  | { readonly state: 'waiting'; readonly dueAt: number; readonly problem: string };

/** What it said goes with its end. A claim that has passed to another node meanwhile is left to that node. */
export const finishMail = (id: string, claim: string, verdict: MailVerdict, at: number): readonly Statement[] => [
  {
    sql: 'update mail set state = ?, due_at = ?, claim = null, modified_at = ?, problem = ? where id = ? and claim = ?',
    params: [
      verdict.state,
      verdict.state === 'waiting' ? verdict.dueAt : at,
      at,
      verdict.state === 'sent' ? '' : verdict.problem,
      id,
      claim,
    ],
    guard: { name: 'mail_claim', rows: 1 },
  },
  ...(verdict.state === 'waiting' ? [] : [dropSealed(mailOwner(id), LETTER)]),
];

export const countMail = async (db: Database, state: string, most: number): Promise<number> => {
  const row = await db.one<{ n: number }>(
    'select count(*) as n from (select 1 as one from mail where state = ? limit ?) counted',
    [state, most],
  );
  return row?.n ?? 0;
};

const KEPT_MS = 30 * 86_400_000;

/** One that waits is tried more often than that: nobody sends letters here any more. What it says goes with it. */
export const sweepMail = (db: Database, now: number, bounds: Bounds = { size: 500, steps: 40 }): Promise<number> =>
  sweepByStatements(
    db,
    (limit) => {
      const oldest = 'from mail where modified_at < ? order by modified_at, id limit ?';
      const params = [now - KEPT_MS, limit];
      return [
        {
          sql: `delete from sealed_value where name = ? and owner in (select '${mailOwner('')}' || id ${oldest})`,
          params: [LETTER, ...params],
        },
        { sql: `delete from mail where id in (select id ${oldest})`, params },
      ];
    },
    bounds,
  );
