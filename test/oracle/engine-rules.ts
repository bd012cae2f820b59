/** What rules of the merchant's own said, read and put into the input of pricing as carts do it. */
import { shippingAnswer, taxAnswer } from '../../src/offers/logic/answer-rules.ts';
import { cartTold } from '../../src/offers/logic/question-rules.ts';
import { storesOf, withShippingCharges, withTaxes } from '../../src/offers/logic/ruled-charges.ts';
import type { PriceInput } from '../../src/pricing/pricing-types.ts';
import type { Case } from './case.ts';

export const ruledInput = (input: PriceInput, { shop }: Case): PriceInput => {
  const { rules, taxes: table } = shop ?? {};
  if (rules === undefined) return input;
  const { articles } = cartTold(input, null);
  const taxes = rules.taxes && taxAnswer(articles)(rules.taxes);
  const keepsNet = table === undefined ? rules.keepsNet : table.priceBasis === 'net';
  const taxed = taxes === undefined ? input : withTaxes(input, taxes, keepsNet);
  const methods = new Set((input.shipping?.methods ?? []).map(({ id }) => id));
  const stores = storesOf(articles);
  const charges = rules.charges && shippingAnswer(new Set(stores), methods)(rules.charges);
  return charges === undefined ? taxed : withShippingCharges(taxed, charges, stores);
};
