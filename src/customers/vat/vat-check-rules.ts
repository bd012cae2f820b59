/** What is known of a VAT number, whom it makes a business, and when it is asked about again. Pure. */
import type { VatCheckSetting } from '../../contract/applications/vat-check-setting-contract.ts';

/** `checked`: the service knows it; `invalid`: it does not; `unchecked`: nobody has answered yet. */
export type VatState = 'checked' | 'invalid' | 'unchecked';
export type VatCheck = {
  readonly state: VatState;
  /** When the service last answered, and the number of that answer, where it gives one. */
  readonly checkedAt: number | null;
  readonly consultation: string | null;
};
export const neverChecked: VatCheck = { state: 'unchecked', checkedAt: null, consultation: null };

/** `isAsked`: somebody was asked, whether he answered or not. */
export type KnownVat = { readonly check: VatCheck; readonly isAsked: boolean };
export const unknownVat: KnownVat = { check: neverChecked, isAsked: false };

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Nobody asks again for the same number sooner, and who was not answered waits for the next round. */
const AGAIN_MS = MINUTE;
const UNANSWERED_MS = 10 * MINUTE;
/** A number that no cart and no order asks about any more goes. */
const KEPT_MS = 90 * DAY;

/**
 * Whether a number makes its holder a business that owes the tax itself. Without a service its form is enough. Where there is one,
 * nobody is believed by the form of a number that was not asked about: whoever gave so many that no more are looked up, say.
 */
export const isBusiness = (setting: VatCheckSetting | null, { check, isAsked }: KnownVat): boolean => {
  if (setting === null || check.state === 'checked') return true;
  return isAsked && check.state === 'unchecked' && setting.unanswered === 'form';
};

export const isAskedAgain = (row: { readonly state: VatState; readonly askedAt: number } | undefined, now: number) =>
  row === undefined || (row.state === 'unchecked' && row.askedAt + AGAIN_MS <= now);

export const dueAt = (state: VatState, { recheck_days }: VatCheckSetting, now: number): number =>
  now + (state === 'unchecked' ? UNANSWERED_MS : recheck_days * DAY);

export const keptUntil = (now: number): number => now + KEPT_MS;
export const claimedUntil = (now: number): number => now + UNANSWERED_MS;
