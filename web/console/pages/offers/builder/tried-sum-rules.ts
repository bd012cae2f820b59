/** How the total of a tried cart comes about, row by row. Pure. */
import type { PreviewAnswer } from '../../../../../src/contract/offers/offer-preview-contract.ts';

type SumRow = { readonly name: string; readonly value: number };

/** What is credited later takes nothing off. */
const later = new Set(['cashback', 'points']);
const CENT = 0.005;

/** The rows add up to the total; what has no row of its own is told together. */
export const sumRows = ({ breakup, applied }: PreviewAnswer, own: string): readonly SumRow[] => {
  const off = applied
    .filter(({ stage, amount }) => !later.has(stage) && amount !== 0)
    .map(({ offer_id: id, name, amount }) => ({
      name: id === own ? 'This offer' : name || 'Another offer',
      value: -Math.abs(amount),
    }));
  const known = [
    { name: 'Goods', value: breakup['subtotal'] ?? 0 },
    ...off,
    { name: 'Delivery', value: breakup['delivery_charge'] ?? 0 },
  ];
  const rest = (breakup['total'] ?? 0) - known.reduce((sum, { value }) => sum + value, 0);
  return Math.abs(rest) < CENT ? known : [...known, { name: 'Tax and other charges', value: rest }];
};
