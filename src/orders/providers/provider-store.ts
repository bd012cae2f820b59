/** Payments begun at providers, in SQL. */
import type { Database, One, Statement } from '../../db/database.ts';
import type { Minor } from '../../shared/money.ts';
import type { ProviderName } from './payment-adapter.ts';

export type BegunAt = {
  readonly applicationId: string;
  readonly orderId: string;
  readonly provider: ProviderName;
  readonly reference: string;
  readonly amount: Minor;
  readonly currency: string;
};

/** The first one stays: whoever begins at the same time is given that one, and no other order can have it. */
export const insertBegun = (begun: BegunAt, at: number): Statement => ({
  sql: `insert into provider_payment (order_id, provider, application_id, reference, amount, currency, created_at)
        values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
  params: [begun.orderId, begun.provider, begun.applicationId, begun.reference, begun.amount, begun.currency, at],
});

export const begunFor = async (
  db: Database,
  applicationId: string,
  orderId: string,
  provider: ProviderName,
): Promise<string | null> => {
  const row = await db.one<{ reference: string }>(
    'select reference from provider_payment where order_id = ? and provider = ? and application_id = ?',
    [orderId, provider, applicationId],
  );
  return row?.reference ?? null;
};

export const orderOfReference = async (
  db: Database,
  applicationId: string,
  provider: ProviderName,
  reference: string,
): One<string> => {
  const row = await db.one<{ order_id: string }>(
    'select order_id from provider_payment where application_id = ? and provider = ? and reference = ?',
    [applicationId, provider, reference],
  );
  return row?.order_id;
};
