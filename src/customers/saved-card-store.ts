/** Cards a customer can be priced with, in SQL. What an offer can ask about a card is kept, its number never. */
import type { Database, One, Row, Statement } from '../db/database.ts';

export type SavedCard = {
  /** Such as CARD. */
  readonly mode: string;
  readonly code?: string;
  readonly type?: string;
  readonly network?: string;
  /** The first digits, which name the bank. */
  readonly iin?: string;
};

type CardPlace = { readonly applicationId: string; readonly userId: string; readonly cardId: number };

export const readSavedCard = async (db: Database, { applicationId, userId, cardId }: CardPlace): One<SavedCard> => {
  const row = await db.one<Row & { document: string }>(
    'select document from saved_card where application_id = ? and user_id = ? and card_id = ?',
    [applicationId, userId, cardId],
  );
  return row && (JSON.parse(row.document) as SavedCard);
};

export const saveCard = ({ applicationId, userId, cardId }: CardPlace, card: SavedCard, at: number): Statement => ({
  sql: `insert into saved_card (application_id, user_id, card_id, created_at, document) values (?, ?, ?, ?, ?)
    on conflict (application_id, user_id, card_id) do update set document = excluded.document`,
  params: [applicationId, userId, cardId, at, JSON.stringify(card)],
});
