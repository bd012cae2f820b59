/** The language of pricing vectors, and what of it we understand. */

export type VectorLine = {
  readonly id: string;
  readonly unit_price: number;
  readonly quantity: number;
  /** Several: taxes on the same amount. */
  readonly tax_bp?: number | readonly number[];
  readonly tags?: readonly string[];
  readonly min_unit_price?: number;
  readonly on_sale?: boolean;
};
export type VectorCharge = {
  readonly id: string;
  readonly kind: string;
  readonly amount: number;
  readonly tax_bp: number;
  readonly includes_tax?: boolean;
};
export type VectorAction = { readonly type: string } & Readonly<Record<string, unknown>>;
export type VectorPromotion = {
  readonly id: string;
  readonly priority?: number;
  readonly exclusive?: boolean;
  readonly when?: Readonly<Record<string, unknown>>;
  readonly then: readonly VectorAction[];
};
/** A promotion as a file of cases writes it: in JSON, where `then` is a word like any other. */
export const promotionOf = (id: string, action: VectorAction): VectorPromotion =>
  JSON.parse(`{"id":${JSON.stringify(id)},"then":[${JSON.stringify(action)}]}`) as VectorPromotion;

export type VectorCart = {
  readonly lines: readonly VectorLine[];
  readonly charges?: readonly VectorCharge[];
  readonly promotions?: readonly VectorPromotion[];
  readonly prices_include_tax?: boolean;
  readonly policy?: Readonly<Record<string, string>>;
};

/** A case that says something we do not understand proves nothing: it is reported, not run. */
export class UnreadVector extends Error {
  override readonly name = 'UnreadVector';
}
export const knownOnly = <T extends object>(given: T, names: ReadonlySet<string>): T => {
  const strange = Object.keys(given).find((name) => !names.has(name));
  if (strange !== undefined) throw new UnreadVector(`the field ${strange}`);
  return given;
};
export const cartNames = new Set(['currency', 'lines', 'charges', 'promotions', 'prices_include_tax', 'policy']);
export const lineNames = new Set(['id', 'unit_price', 'quantity', 'tax_bp', 'tags', 'min_unit_price', 'on_sale']);
export const actionNames = new Set(
  `type amount percent_bp tags max_units min_unit max_unit of skip_discounted cap price buy get max_reward_units partial
  metric base_bp base tiers first additional size gift_id gift_price for_each per`.split(/\s+/),
);
