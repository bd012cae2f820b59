import { Tabs } from '../../parts/tabs.tsx';

export const SettingsTabs = () => (
  <Tabs
    label="Settings"
    tabs={[
      { to: '/settings', name: 'Shop' },
      { to: '/settings/tokens', name: 'Tokens' },
      { to: '/settings/audit', name: 'Audit' },
    ]}
  />
);
