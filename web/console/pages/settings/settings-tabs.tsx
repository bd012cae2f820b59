import { Tabs } from '../../parts/tabs.tsx';
import { may } from '../../session.ts';

export const SettingsTabs = () => (
  <Tabs
    label="Settings"
    tabs={[
      { to: '/settings', name: 'Shop' },
      { to: '/settings/tokens', name: 'Tokens' },
      ...(may('organization/operators/read') ? [{ to: '/settings/people', name: 'People' }] : []),
      ...(may('company/audit/read') ? [{ to: '/settings/audit', name: 'Audit' }] : []),
    ]}
  />
);
