/** A receipt on the wire. Pure. */
import type { ErasureReceipt } from '../contract/events/event-admin-contract.ts';
import { isoTime } from '../shared/clock.ts';
import type { Receipt } from './erasure-store.ts';

export const receiptView = ({ id, subject, createdAt, state, erased }: Receipt): ErasureReceipt => ({
  id,
  subject,
  created_on: isoTime(createdAt),
  state,
  erased,
});
