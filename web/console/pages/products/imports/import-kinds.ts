/** What a file can be rows of, and the permission it takes. Pure. */
export type ImportKind = { readonly kind: string; readonly name: string; readonly needs: string };

export const importKinds: readonly ImportKind[] = [
  { kind: 'products', name: 'Products', needs: 'company/products/write' },
  { kind: 'articles', name: 'Articles: a product in a size at a store', needs: 'company/products/write' },
  { kind: 'inventory', name: 'Stock and prices of articles', needs: 'company/inventory/write' },
  { kind: 'sellers', name: 'Sellers', needs: 'company/products/write' },
  { kind: 'stores', name: 'Stores', needs: 'company/locations/write' },
  { kind: 'areas', name: 'Areas', needs: 'company/locations/write' },
  { kind: 'lanes', name: 'Lanes', needs: 'company/locations/write' },
  { kind: 'tax-rates', name: 'Tax rates', needs: 'company/locations/write' },
  { kind: 'shipping-methods', name: 'Shipping methods', needs: 'company/locations/write' },
  { kind: 'exchange-rates', name: 'Exchange rates', needs: 'company/products/write' },
];
