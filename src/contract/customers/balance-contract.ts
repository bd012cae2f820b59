/** Points, store credit and gift cards of a customer, and the ledger that tells how they came about. */
import { type Static, Type } from 'typebox';
import { ApplicationPath } from '../applications/application-admin-contract.ts';
import { CursorPage, CursorQuery } from '../cursor-page-contract.ts';
import { CustomerPath } from './customer-contract.ts';
import { DateTime, Nullable } from '../primitives.ts';

const closed = { additionalProperties: false } as const;
const kind = Type.Enum(['points', 'store_credit', 'gift_card']);
const currency = Type.String({ description: 'Of the amounts of money: the application’s, ISO 4217.' });
const hint = Type.String({ description: 'The last four characters of the code.' });
const expiry = Nullable(Type.String({ format: 'date-time', description: 'When it ends; null: never.' }));

export const BalancesView = Type.Object(
  {
    currency,
    points: Type.Integer({
      description:
        'Loyalty points that can be spent; less than 0: points that were spent and then taken back, to be made good by the next.',
    }),
    store_credit: Type.Number({
      description: 'Money the shop owes the customer; less than 0: he owes it, as with points.',
    }),
    pending: Type.Object(
      {
        points: Type.Integer({ description: 'Loyalty points.' }),
        store_credit: Type.Number({ description: 'Cashback.' }),
      },
      { ...closed, title: 'PendingBalances', description: 'Earned by orders that are still to be paid or delivered.' },
    ),
    points_ending: Type.Array(
      Type.Object(
        { points: Type.Integer({ description: 'So many of points.' }), expires_at: DateTime },
        { ...closed, title: 'EndingPoints' },
      ),
      { description: 'Points that end, the next first: in that order they are spent.' },
    ),
    gift_cards: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          hint,
          balance: Type.Number({ description: 'What is left on it.' }),
          expires_at: expiry,
          is_expired: Type.Boolean({ description: 'Whether it can no longer pay.' }),
        },
        { ...closed, title: 'GiftCardBalance' },
      ),
      { description: 'Cards with something left, the one that ends first at the top: in that order they pay.' },
    ),
  },
  { ...closed, title: 'Balances' },
);
export type BalancesView = Static<typeof BalancesView>;

const entryFields = {
  id: Type.String(),
  kind,
  gift_card_id: Nullable(Type.String({ description: 'Of which card; null for points and store credit.' })),
  direction: Type.Enum(['spent', 'returned', 'earned', 'unearned', 'adjusted', 'issued', 'expired']),
  amount: Type.Number({ description: 'Points, or money in the application’s currency; less than 0 when taken.' }),
  balance: Type.Number({ description: 'The balance after it.' }),
  reason: Type.String({ description: 'Why, for people.' }),
  source: Type.String({ description: 'What it happened for, such as order:<id>.' }),
  created_at: DateTime,
};
export const BalanceEntry = Type.Object(entryFields, { ...closed, title: 'BalanceEntry' });
export type BalanceEntry = Static<typeof BalanceEntry>;
export const AuthoredEntry = Type.Object(
  { ...entryFields, author: Nullable(Type.String({ description: 'Who decided it; null for a checkout.' })) },
  { ...closed, title: 'AuthoredBalanceEntry' },
);
export type AuthoredEntry = Static<typeof AuthoredEntry>;

export const BalanceEntryList = Type.Object(
  { items: Type.Array(BalanceEntry), page: CursorPage },
  { ...closed, title: 'BalanceEntryList' },
);
export const AuthoredEntryList = Type.Object(
  { items: Type.Array(AuthoredEntry), page: CursorPage },
  { ...closed, title: 'AuthoredBalanceEntryList' },
);
export const EntryQuery = Type.Object({
  ...CursorQuery.properties,
  kind: Type.Optional(Type.Enum(['points', 'store_credit', 'gift_card'], { description: 'Only these entries.' })),
});

export const BalanceAdjustment = Type.Object(
  {
    kind,
    gift_card_id: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'With kind gift_card only.' })),
    amount: Type.Number({
      minimum: -1e9,
      maximum: 1e9,
      description: 'To add, or less than 0 to take away: whole points, or money in the application’s currency.',
    }),
    reason: Type.String({ minLength: 1, maxLength: 500, description: 'Why; the customer sees it.' }),
    expires_at: Type.Optional(
      Type.String({ format: 'date-time', description: 'When points that are added end; left out: never.' }),
    ),
  },
  { ...closed, title: 'BalanceAdjustment' },
);
export type BalanceAdjustment = Static<typeof BalanceAdjustment>;

export const NewGiftCard = Type.Object(
  {
    value: Type.Number({ exclusiveMinimum: 0, maximum: 1e9, description: 'In the application’s currency.' }),
    expires_at: Type.Optional(Nullable(Type.String({ format: 'date-time', description: 'Null or left out: never.' }))),
    user_id: Type.Optional(Nullable(CustomerPath.properties.user_id)),
    note: Type.Optional(Type.String({ maxLength: 500, description: 'For the shop’s own people.' })),
  },
  { ...closed, title: 'NewGiftCard' },
);
export type NewGiftCard = Static<typeof NewGiftCard>;

export const GiftCardView = Type.Object(
  {
    id: Type.String(),
    hint,
    code: Type.Optional(
      Type.String({ description: 'Shown in this answer only; a repeat under the same Idempotency-Key leaves it out.' }),
    ),
    value: Type.Number({ description: 'What it was made with.' }),
    currency,
    state: Type.Enum(['open', 'redeemed', 'cancelled']),
    user_id: Nullable(Type.String({ description: 'Whose it is; null until it is redeemed.' })),
    created_at: DateTime,
    expires_at: expiry,
    redeemed_at: Nullable(Type.String({ format: 'date-time' })),
    created_by: Type.String({ description: 'Who made it.' }),
    note: Type.String(),
  },
  { ...closed, title: 'GiftCard' },
);
export type GiftCardView = Static<typeof GiftCardView>;
export const GiftCardList = Type.Object(
  { items: Type.Array(GiftCardView), page: CursorPage },
  { ...closed, title: 'GiftCardList' },
);
export const GiftCardPath = Type.Object({
  ...ApplicationPath.properties,
  gift_card_id: Type.String({ maxLength: 64 }),
});

export const RedeemGiftCard = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'As it is printed; case and hyphens do not matter.',
    }),
  },
  { ...closed, title: 'RedeemGiftCard' },
);
