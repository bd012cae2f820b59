/** How far a condition is, as a text names it. Pure. */
import type { Shortfall } from '../../pricing/why-not-types.ts';
import type { Minor } from '../../shared/money.ts';
import type { Missing } from './offer-sentences.ts';

const amounts: ReadonlySet<string> = new Set(['cart_total', 'cart_unique_item_amount']);

export const gapTold = (
  { metric, gap: distance }: Shortfall,
  money: (amount: Minor) => string,
): { readonly form: keyof Missing; readonly gap: string } => {
  const gap = Math.abs(distance);
  if (amounts.has(metric)) return { form: 'money', gap: money(gap) };
  return { form: gap === 1 ? 'item' : 'items', gap: String(gap) };
};
