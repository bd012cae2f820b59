import { Tabs } from '../../parts/tabs.tsx';

export const OrdersTabs = () => (
  <Tabs
    label="Orders"
    tabs={[
      { to: '/orders', name: 'Orders' },
      { to: '/orders/returns', name: 'Returns' },
      { to: '/orders/refunds', name: 'Refunds' },
    ]}
  />
);
