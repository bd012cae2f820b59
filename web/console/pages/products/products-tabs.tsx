import { Tabs } from '../../parts/tabs.tsx';

export const ProductsTabs = () => (
  <Tabs
    label="Products"
    tabs={[
      { to: '/products', name: 'Products' },
      { to: '/products/stock', name: 'Stock and prices' },
      { to: '/products/import', name: 'Import' },
    ]}
  />
);
