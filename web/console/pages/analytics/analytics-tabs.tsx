import { Tabs } from '../../parts/tabs.tsx';

export const AnalyticsTabs = () => (
  <Tabs
    label="Analytics"
    tabs={[
      { to: '/analytics', name: 'Funnel and sales' },
      { to: '/analytics/products', name: 'Products' },
      { to: '/analytics/refused', name: 'Refused events' },
    ]}
  />
);
