import { Tabs } from '../../parts/tabs.tsx';
import { may } from '../../session.ts';

export const AnalyticsTabs = () => (
  <Tabs
    label="Analytics"
    tabs={[
      { to: '/analytics', name: 'Funnel and sales' },
      { to: '/analytics/products', name: 'Products' },
      ...(may('company/events/read')
        ? [
            { to: '/analytics/live', name: 'Live' },
            { to: '/analytics/refused', name: 'Refused events' },
          ]
        : []),
    ]}
  />
);
