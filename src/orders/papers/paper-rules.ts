/** How invoices and credit notes are numbered: by company, kind and financial year, from 1. Pure. */
import type { Standing } from '../order-progress.ts';

export type PaperKind = 'invoice' | 'credit_note';

/** Who sells, as it stands on the paper. */
export type PaperSeller = { readonly name: string; readonly gstin: string; readonly address: string };

export type Paper = {
  readonly orderId: string;
  readonly kind: PaperKind;
  /** What a credit note is of; '' for an invoice. */
  readonly settlementId: string;
  readonly companyId: number;
  readonly year: string;
  readonly number: number;
  readonly madeAt: number;
  readonly seller: PaperSeller;
  /** What stood when the invoice was made. */
  readonly standing?: Standing | undefined;
};

/** The financial year of a time on the shop's own calendar: `2026-27`, or `2026` where it begins in January. */
export const yearOf = (at: number, zone: string, firstMonth: number): string => {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, year: 'numeric', month: 'numeric' }).formatToParts(
    at,
  );
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  const first = of('month') < firstMonth ? of('year') - 1 : of('year');
  return firstMonth === 1 ? String(first) : `${first}-${String((first + 1) % 100).padStart(2, '0')}`;
};

const letters: Readonly<Record<PaperKind, string>> = { invoice: 'INV', credit_note: 'CN' };

/** As it is printed; at most 16 signs, as GST asks. */
export const numberOf = ({ kind, year, number }: Pick<Paper, 'kind' | 'year' | 'number'>): string =>
  `${letters[kind]}/${year.slice(2)}/${String(number).padStart(6, '0')}`;
