import { Tabs } from '../../parts/tabs.tsx';

export const DeliveryTabs = () => (
  <Tabs
    label="Delivery"
    tabs={[
      { to: '/delivery', name: 'Stores and lanes' },
      { to: '/delivery/try', name: 'Try a place' },
    ]}
  />
);
