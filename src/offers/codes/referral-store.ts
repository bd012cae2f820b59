/** Codes that customers give to others: whose each is, and what it brought. */
import type { All, Database, One, Statement } from '../../db/database.ts';
import { folded } from '../offer.ts';

export type ReferralCode = {
  readonly offerId: string;
  readonly shown: string;
  readonly createdAt: number;
  /** Orders that used it, or carts that pay. */
  readonly uses: number;
};

/** Codes of a customer, of every coupon that has them. */
export const readReferralCodes = (db: Database, applicationId: string, userId: string): All<ReferralCode> =>
  db.all<ReferralCode>(
    `select r.offer_id as "offerId", c.shown, r.created_at as "createdAt", coalesce(u.taken, 0) as uses
     from referral_code r
     join offer_code c on c.application_id = r.application_id and c.code = r.code
     left join offer_use u on u.application_id = r.application_id and u.offer_id = r.offer_id
       and u.holder = 'code:' || r.code
     where r.application_id = ? and r.user_id = ? order by r.created_at, r.code limit ?`,
    [applicationId, userId, 100],
  );

/** Who gives this code to others; undefined: nobody, or nobody any more. */
export const readReferrer = async (db: Database, applicationId: string, code: string): One<string> =>
  (
    await db.one<{ user_id: string }>('select user_id from referral_code where application_id = ? and code = ?', [
      applicationId,
      folded(code),
    ])
  )?.user_id;

export type NewReferralCode = {
  readonly applicationId: string;
  readonly offerId: string;
  readonly userId: string;
  readonly code: string;
  readonly at: number;
};

/** Guard `offer_code`: nobody has it. Guard `referral_code`: the customer has none of this coupon yet. */
export const addReferralCode = ({
  applicationId,
  offerId,
  userId,
  code,
  at,
}: NewReferralCode): readonly Statement[] => [
  {
    sql: `insert into referral_code (application_id, code, offer_id, user_id, created_at) values (?, ?, ?, ?, ?)
      on conflict (application_id, offer_id, user_id) do nothing`,
    params: [applicationId, folded(code), offerId, userId, at],
    guard: { name: 'referral_code', rows: 1 },
  },
  {
    sql: `insert into offer_code (application_id, code, offer_id, is_bulk, shown, created_at) values (?, ?, ?, 1, ?, ?)
      on conflict (application_id, code) do nothing`,
    params: [applicationId, folded(code), offerId, code, at],
    guard: { name: 'offer_code', rows: 1 },
  },
  // So that codes go when their coupon does.
  {
    sql: `insert into offer_code_job (application_id, offer_id, prefix, wanted, made, created_at, modified_at)
      values (?, ?, '', 1, 1, ?, ?)
      on conflict (application_id, offer_id) do update set wanted = offer_code_job.wanted + 1,
        made = offer_code_job.made + 1, modified_at = excluded.modified_at`,
    params: [applicationId, offerId, at, at],
  },
];
