/** Gift cards in SQL. Their code is a hash; their money, once they are somebody's, is a balance. */
import type { All, Database, One, Statement } from '../db/database.ts';
import { recordColumns } from '../db/record-columns.ts';
import type { Place } from './balance-access.ts';

export type GiftCard = {
  readonly id: string;
  /** The last four signs of the code. */
  readonly hint: string;
  /** What it was made with, in minor units. */
  readonly value: number;
  readonly state: 'open' | 'redeemed' | 'cancelled';
  readonly userId: string | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly redeemedAt: number | null;
  readonly createdBy: string;
  readonly note: string;
};

const COLUMNS = 'id, hint, value, state, user_id, created_at, expires_at, redeemed_at, created_by, note';
const CARD = recordColumns(COLUMNS);

const readBy =
  (column: 'id' | 'code_hash') =>
  (db: Database, applicationId: string, value: string): One<GiftCard> =>
    db.one<GiftCard>(`select ${CARD} from gift_card where application_id = ? and ${column} = ?`, [
      applicationId,
      value,
    ]);
export const readGiftCard = readBy('id');
export const findGiftCard = readBy('code_hash');

/** Newest first. */
export const listGiftCards = (
  db: Database,
  applicationId: string,
  after: Place | undefined,
  limit: number,
): All<GiftCard> =>
  db.all<GiftCard>(
    `select ${CARD} from gift_card where application_id = ? ${after === undefined ? '' : 'and (created_at, id) < (?, ?)'}
     order by created_at desc, id desc limit ?`,
    [applicationId, ...(after === undefined ? [] : [after.createdAt, after.id]), limit],
  );

export const insertGiftCard = (applicationId: string, card: GiftCard, codeHash: string): Statement => ({
  sql: `insert into gift_card (application_id, code_hash, ${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  params: [
    applicationId,
    codeHash,
    card.id,
    card.hint,
    card.value,
    card.state,
    card.userId,
    card.createdAt,
    card.expiresAt,
    card.redeemedAt,
    card.createdBy,
    card.note,
  ],
});

const GUARD = { name: 'gift_card', rows: 1 } as const;

/** Guard `gift_card`: it was still open, so that of two who redeem at once one does. */
export const markRedeemed = (applicationId: string, id: string, userId: string, at: number): Statement => ({
  sql: `update gift_card set state = 'redeemed', user_id = ?, redeemed_at = ?
    where application_id = ? and id = ? and state = 'open'`,
  params: [userId, at, applicationId, id],
  guard: GUARD,
});

/** Guard `gift_card`: it was still open. */
export const markCancelled = (applicationId: string, id: string): Statement => ({
  sql: "update gift_card set state = 'cancelled' where application_id = ? and id = ? and state = 'open'",
  params: [applicationId, id],
  guard: GUARD,
});
