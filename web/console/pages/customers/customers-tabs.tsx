import { Tabs } from '../../parts/tabs.tsx';
import { may } from '../../session.ts';

export const CustomersTabs = () => (
  <Tabs
    label="Customers"
    tabs={[
      { to: '/customers', name: 'Customers' },
      ...(may('company/balances/read') ? [{ to: '/customers/gift-cards', name: 'Gift cards' }] : []),
    ]}
  />
);
