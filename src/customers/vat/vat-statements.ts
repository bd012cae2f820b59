/** For the batch in which the cart of a guest becomes a customer's: what is known of its VAT number comes along. */
import type { Statement } from '../../db/database.ts';

type Owner = { readonly kind: string; readonly id: string };

export const carryVatCheck = (applicationId: string, vatId: string, from: Owner, to: Owner): Statement => ({
  sql: `insert into vat_check (application_id, owner_kind, owner_id, vat_id, state, consultation, checked_at, asked_at,
      due_at, expires_at)
    select application_id, ?, ?, vat_id, state, consultation, checked_at, asked_at, due_at, expires_at from vat_check
    where application_id = ? and owner_kind = ? and owner_id = ? and vat_id = ?
    on conflict (application_id, owner_kind, owner_id, vat_id) do nothing`,
  params: [to.kind, to.id, applicationId, from.kind, from.id, vatId],
});
