import { Tabs } from '../../parts/tabs.tsx';

export const OffersTabs = () => (
  <Tabs
    label="Offers"
    tabs={[
      { to: '/offers', name: 'Offers' },
      { to: '/offers/calendar', name: 'Calendar' },
    ]}
  />
);
