/** What a file can be rows of, and the permission it takes. Pure. */
export type ImportKind = {
  readonly kind: string;
  readonly name: string;
  readonly needs: string;
  /** Where the page of one of them is, below which it stands by what names it. */
  readonly to?: string;
};

export const importKinds: readonly ImportKind[] = [
  { kind: 'products', name: 'Products', needs: 'company/products/write', to: '/products' },
  {
    kind: 'articles',
    name: 'Articles: a product in a size at a store',
    needs: 'company/products/write',
    to: '/products/articles',
  },
  {
    kind: 'inventory',
    name: 'Stock and prices of articles',
    needs: 'company/inventory/write',
    to: '/products/articles',
  },
  { kind: 'sellers', name: 'Sellers', needs: 'company/products/write', to: '/products/sellers' },
  { kind: 'stores', name: 'Stores', needs: 'company/locations/write', to: '/delivery/stores' },
  { kind: 'areas', name: 'Areas', needs: 'company/locations/write', to: '/delivery/places' },
  { kind: 'lanes', name: 'Lanes', needs: 'company/locations/write' },
  { kind: 'tax-rates', name: 'Tax rates', needs: 'company/locations/write', to: '/settings/tax-rates' },
  {
    kind: 'shipping-methods',
    name: 'Shipping methods',
    needs: 'company/locations/write',
    to: '/settings/shipping-methods',
  },
  { kind: 'exchange-rates', name: 'Exchange rates', needs: 'company/products/write' },
];
