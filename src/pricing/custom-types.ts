/**
 * What rules of the merchant's own answered. They are asked before pricing, and the engine takes their answers as it takes prices:
 * so the same input gives the same cart, and an order is priced again without asking anybody. Amounts are the application's.
 */
import type { Minor } from '../shared/money.ts';

/** An amount for all the units of an article that were asked about; fewer of them have their share. */
export type AskedOff = { readonly units: number; readonly amount: Minor };

export type CustomAnswer =
  /** By article. */
  | { readonly kind: 'lines'; readonly articles: Readonly<Record<string, AskedOff>> }
  /** One sum, shared by the goods that the offer is for; where fewer are left of the goods that were asked about, their share of it. */
  | { readonly kind: 'cart'; readonly amount: Minor; readonly asked?: Readonly<Record<string, AskedOff>> }
  /** Nobody knows what it would have said. */
  | { readonly kind: 'none'; readonly reason: 'custom_late' | 'custom_failed' };

/** By the code that offers name the rule by. */
export type CustomAnswers = Readonly<Record<string, CustomAnswer>>;
