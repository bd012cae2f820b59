/** What a product is: everything about an item that is the same in every size and store. */
export type Named = { readonly uid: number; readonly name: string };
export type CategoryPath = { readonly l1: Named; readonly l2: Named; readonly l3: Named };
type ProductSize = { readonly value: string; readonly display: string; readonly ean: string | null };
export type ProductChild = {
  readonly itemId: number;
  /** Null: the size of the parent. */
  readonly size: string | null;
  readonly quantity: number;
  /** Joins the cart as a line of its own with its parent. */
  readonly autoAdd: boolean;
};
export type Json = Readonly<Record<string, unknown>>;

/** What is stored as the product's document. */
export type ProductDetails = {
  readonly name: string;
  readonly itemCode: string | null;
  readonly type: 'product' | 'set' | 'bundle';
  readonly isSet: boolean;
  readonly brand: Named & { readonly logo: string | null };
  readonly categories: readonly CategoryPath[];
  readonly departments: readonly Named[];
  readonly tags: readonly string[];
  readonly attributes: Json;
  readonly images: readonly { readonly url: string; readonly aspectRatio: string; readonly alt: string }[];
  readonly teaserTag: Json | null;
  readonly sizes: readonly ProductSize[];
  readonly children: readonly ProductChild[];
  readonly shortDescription: string;
  readonly description: string;
  readonly countryOfOrigin: string;
  readonly customJson: Json;
};

export type Product = ProductDetails & {
  readonly uid: number;
  readonly slug: string;
  readonly isActive: boolean;
  readonly version: number;
};
