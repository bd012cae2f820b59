/** Uses of offers as they stand: how many are taken, and which holds have run out. */
import type { All, Database, Keyed, Row } from '../../db/database.ts';
import type { LighterWitness } from '../../db/record-reads.ts';
import { filledUp } from '../../db/value-list.ts';
import type { KeyedRead } from '../../db/witness.ts';
import { BUDGET, HOLD_COLUMNS, type Hold, type HoldRow, holdOf, type UseLimit } from './use-statements.ts';

export type AskedUses = { readonly offerId: string; readonly limits: readonly UseLimit[] };

const places = (count: number): string => Array(count).fill('?').join(', ');

const pairKey = (offerId: string, holder: string): string => JSON.stringify([offerId, holder]);

const USES = 'select offer_id, holder, taken from offer_use where application_id = ?';
type UseRow = { readonly offer_id: string; readonly holder: string; readonly taken: number };
const takenBy = (rows: readonly UseRow[]): ReadonlyMap<string, number> =>
  new Map(rows.map((row) => [pairKey(row.offer_id, row.holder), row.taken]));

const readUses = (
  db: Database,
  applicationId: string,
  offerIds: readonly string[],
  holders: readonly string[],
): All<UseRow> =>
  db.all<UseRow>(`${USES} and offer_id in (${places(offerIds.length)}) and holder in (${places(holders.length)})`, [
    applicationId,
    ...offerIds,
    ...holders,
  ]);

/** How often an offer was used by a holder, both in one key. */
const usesTaken: KeyedRead = {
  tables: ['offer_use'],
  look: async (db, applicationId, keys) => {
    const pairs = keys.map((key) => JSON.parse(String(key)) as readonly [string, string]);
    const [offerIds, holders] = [0, 1].map((at) => filledUp([...new Set(pairs.map((pair) => pair[at] ?? ''))]));
    const rows = await readUses(db, String(applicationId), offerIds ?? [], holders ?? []);
    return new Map(rows.map((row) => [pairKey(row.offer_id, row.holder), String(row.taken)]));
  },
};
/** What suffices to tell whether the uses that were asked for changed. */
export const useWitness: LighterWitness = [
  USES,
  ([scope = '', ...asked], rows, sql) => {
    const [offers = ''] = sql.slice(USES.length).split(')');
    const count = offers.split('?').length - 1;
    const taken = takenBy(rows as readonly (Row & UseRow)[]);
    return asked.slice(0, count).flatMap((offerId) =>
      asked.slice(count).map((holder) => {
        const key = pairKey(String(offerId), String(holder));
        const times = taken.get(key);
        return { kind: 'keyed', of: usesTaken, scope, key, said: times === undefined ? undefined : String(times) };
      }),
    );
  },
];

export type UsesLeft = {
  /** Offers of which no use is left. */
  readonly usedUp: ReadonlySet<string>;
  /** What is left of the budgets that were asked for, by offer. */
  readonly budgets: Readonly<Record<string, number>>;
};
const allLeft: UsesLeft = { usedUp: new Set(), budgets: {} };

/** What is left of offers for these holders: one read by key, whatever the number of offers. */
export const readUsesLeft = async (
  db: Database,
  applicationId: string,
  asked: readonly AskedUses[],
): Promise<UsesLeft> => {
  const pairs = asked.flatMap(({ offerId, limits }) => limits.map(({ holder, most }) => ({ offerId, holder, most })));
  if (pairs.length === 0) return allLeft;
  const offersAsked = asked.map(({ offerId }) => offerId);
  const taken = takenBy(
    await readUses(
      db,
      applicationId,
      offersAsked,
      pairs.map(({ holder }) => holder),
    ),
  );
  const leftOf = ({ offerId, holder, most }: (typeof pairs)[number]): number =>
    most - (taken.get(pairKey(offerId, holder)) ?? 0);
  const [money, uses] = [
    pairs.filter(({ holder }) => holder === BUDGET),
    pairs.filter(({ holder }) => holder !== BUDGET),
  ];
  return {
    usedUp: new Set(uses.filter((pair) => leftOf(pair) <= 0).map(({ offerId }) => offerId)),
    budgets: Object.fromEntries(money.map((pair) => [pair.offerId, Math.max(0, leftOf(pair))])),
  };
};

/** Uses taken of each offer in all, or what it has cost, by its id. */
export const readTaken = async (
  db: Database,
  applicationId: string,
  offerIds: readonly string[],
  holder: '' | typeof BUDGET = '',
): Keyed<string, number> => {
  if (offerIds.length === 0) return new Map();
  const rows = await db.all<{ offer_id: string; taken: number }>(
    `select offer_id, taken from offer_use where application_id = ? and holder = ?
     and offer_id in (${places(offerIds.length)})`,
    [applicationId, holder, ...offerIds],
  );
  return new Map(rows.map((row) => [row.offer_id, row.taken]));
};

/** Some holds that have run out, oldest first. */
export const expiredHolds = async (db: Database, now: number, limit: number): All<Hold> => {
  const rows = await db.all<HoldRow>(
    `select ${HOLD_COLUMNS} from offer_hold where expires_at <= ? order by expires_at limit ?`,
    [now, limit],
  );
  return rows.map(holdOf);
};
