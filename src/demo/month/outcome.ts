/** What came of a visit, and what is needed to tell of it. */
import type { ProductListItem } from '../../contract/catalog/catalog-contract.ts';
import type { Visit } from './plan-visits.ts';

export type DemoProduct = {
  readonly item: ProductListItem;
  readonly size: string;
  readonly brand: string;
  readonly mrp: number;
  readonly esp: number;
};

/** What came of a visit. */
export type Outcome = {
  readonly visit: Visit;
  /** What was put into the cart, product by product. */
  readonly put: readonly { readonly product: DemoProduct; readonly quantity: number }[];
  readonly cartId: string;
  readonly order: { readonly id: string; readonly total: number } | undefined;
};
export type Told = { readonly applicationId: string; readonly currency: string; readonly timeZone: string };
export type Kind = readonly [name: string, type: string, payload: object];
