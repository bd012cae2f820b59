/** The settings of the shop: its name and place by form, the rest as the API takes it. */
import { useState } from 'preact/hooks';
import type { ApplicationView } from '../../../../src/contract/applications/application-admin-contract.ts';
import { Facts } from '../../../ui/facts.tsx';
import { change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { Answered, useRead } from '../../parts/answered.tsx';
import { Text } from '../../parts/field.tsx';
import { JsonEditor } from '../../parts/json-editor.tsx';
import { Panel } from '../../parts/page.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { moment } from '../../parts/times.ts';
import { applicationPath } from '../../paths.ts';
import { may } from '../../session.ts';

type Props = { readonly view: ApplicationView; readonly again: () => void };

const listed = (text: string): readonly string[] =>
  text
    .split(/[\s,]+/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

const save = async (body: unknown, again: () => void): Promise<void> => {
  await change('PATCH', applicationPath, 'Settings saved', { body });
  again();
};

const General = ({ view, again }: Props) => {
  const [name, setName] = useState(view.name);
  const [address, setAddress] = useState(view.storefront_url ?? '');
  const [currencies, setCurrencies] = useState(view.currencies.join(', '));
  const [zone, setZone] = useState(view.time_zone);
  const [origins, setOrigins] = useState(view.origins.join(' '));
  const body = {
    name,
    storefront_url: address === '' ? null : address,
    currencies: listed(currencies),
    time_zone: zone,
    origins: listed(origins),
  };
  return (
    <Panel title="Shop">
      <div class="form">
        <Text name="Name" value={name} onChange={setName} required />
        <Text
          name="Address of its pages"
          type="url"
          value={address}
          onChange={setAddress}
          hint="Links to products and carts begin with it."
        />
        <Text name="Further currencies" value={currencies} onChange={setCurrencies} hint={`Beside ${view.currency}`} />
        <Text name="Time zone" value={zone} onChange={setZone} hint="IANA name, such as Asia/Kolkata" />
        <Text
          name="Origins"
          value={origins}
          onChange={setOrigins}
          hint="Browser origins that may call with this application, such as https://shop.example"
        />
        {may('company/settings/write') && <Act run={() => save(body, again)}>Save</Act>}
      </div>
    </Panel>
  );
};

const Rest = ({ view, again }: Props) => {
  const { policy, cart, orders, events, quotas, request_signature, requests_per_minute } = view;
  return (
    <Panel title="Cart rules, charges, payments, orders, limits">
      <JsonEditor
        name="As the API takes it"
        value={{ policy, cart, orders, events, quotas, request_signature, requests_per_minute }}
        isLocked={!may('company/settings/write')}
        save={(body) => save(body, again)}
      />
    </Panel>
  );
};

export const SettingsPage = () => {
  const asked = useRead<ApplicationView>(applicationPath);
  return (
    <RoomPage room="Settings">
      <Answered asked={asked}>
        {(view) => (
          <div class="columns" key={view.version}>
            <div>
              <General view={view} again={asked.again} />
              <Rest view={view} again={asked.again} />
            </div>
            <Panel title="Facts">
              <Facts
                of={[
                  ['Application', <code>{view.id}</code>],
                  ['Company', view.company_id],
                  ['Currency', view.currency],
                  ['Country', view.country],
                  ['Version', view.version],
                  ['Changed', moment(view.modified_at)],
                ]}
              />
            </Panel>
          </div>
        )}
      </Answered>
    </RoomPage>
  );
};
