/** Programs that work with the shop: OAuth clients that call it, and webhooks it calls. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { ClientResponse } from '../../../../src/contract/applications/client-contract.ts';
import type { SubscriberView } from '../../../../src/contract/events/webhook-contract.ts';
import { Act } from '../../parts/act.tsx';
import { AskAct } from '../../parts/ask-act.tsx';
import { Text } from '../../parts/field.tsx';
import { type Column, Listing } from '../../parts/lists/listing.tsx';
import { grantedWords } from '../../parts/names.ts';
import { Page, Panel, State } from '../../parts/page.tsx';
import { PermissionTicks } from '../../parts/fields/permission-ticks.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { Tick } from '../../parts/tick.tsx';
import { dayOf } from '../../parts/times.ts';
import { change } from '../../call.ts';
import { clientsPath, webhooksPath } from '../../paths.ts';
import { at, may, session, shop } from '../../session.ts';

const clientColumns: readonly Column<ClientResponse>[] = [
  { name: 'Client', show: ({ meta, client_id }) => meta?.name || client_id },
  { name: 'Id', show: ({ client_id }) => <code>{client_id}</code> },
  { name: 'What it may do', show: ({ scopes }) => grantedWords(scopes?.permissions ?? []) },
  { name: 'State', show: ({ is_active }) => <State of={is_active ? 'active' : 'deactivated'} /> },
  { name: 'Made', show: ({ created_at }) => dayOf(created_at) },
];
const webhookColumns: readonly Column<SubscriberView>[] = [
  { name: 'Webhook', show: ({ name }) => name },
  { name: 'Address', show: ({ webhook_url }) => webhook_url },
  { name: 'Events', show: ({ event_configs }) => event_configs.length, isFigure: true },
  { name: 'State', show: ({ delivery_state }) => <State of={delivery_state} /> },
];

type Made = { readonly client_id?: string; readonly secret?: string | readonly string[] };

const NewClient = ({ tell }: { readonly tell: (secret: string) => void }) => {
  const [name, setName] = useState('');
  const [isAll, setAll] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>(['company/products/read']);
  return (
    <Act
      quiet
      ask="Make an OAuth client"
      about="A program signs in with its id and its secret, which is shown once."
      go="Make it"
      fields={
        <>
          <Text name="Name" value={name} onChange={setName} required />
          <Tick on={isAll} set={setAll}>
            It may do everything, also what comes later
          </Tick>
          {!isAll && <PermissionTicks chosen={chosen} choose={setChosen} />}
        </>
      }
      run={async () => {
        const body = {
          meta: { name },
          grants: ['client_credentials'],
          scopes: { type: 'custom', permissions: isAll ? ['*'] : chosen },
        };
        const made = await change<Made>('POST', clientsPath, `Client ${name} made`, { body });
        tell(`${made.client_id ?? ''} ${[made.secret].flat()[0] ?? ''}`);
      }}
    >
      Make a client
    </Act>
  );
};

const NewWebhook = () => {
  const { route } = useLocation();
  return (
    <AskAct
      ask="Add a webhook"
      about="Another program is told what happens in the shop. What it is told of is chosen on the next page."
      fields={{
        name: { name: 'Name', hint: 'Such as Stock book', required: true },
        address: { name: 'Address (URL)', type: 'url', hint: 'It begins with https://', required: true },
      }}
      go="Add it"
      run={async ({ name, address }) => {
        const { company_id, id: application } = shop.value;
        const body = {
          name,
          webhook_url: address,
          association: { company_id, application_id: [application], criteria: 'SPECIFIC-EVENTS' },
          status: 'active',
          email_id: session.operator.email,
          event_id: [],
        };
        const path = `${webhooksPath}/subscriber`;
        const { id } = await change<{ id: number }>('POST', path, `Webhook ${name} made`, { body });
        route(at(`/integrations/webhooks/${id}`));
      }}
    >
      Add a webhook
    </AskAct>
  );
};

export const IntegrationsPage = () => {
  const [secret, setSecret] = useState('');
  return (
    <Page
      title="Integrations"
      about={
        <>
          Other programs that work with the shop. What they can ask for and change is in the{' '}
          <a class="unbroken" href={`${session.base}/docs`}>
            API reference
          </a>
          .
        </>
      }
    >
      <Panel title="Webhooks" acts={may('company/webhooks/write') && <NewWebhook />}>
        <Listing<SubscriberView>
          label="Webhooks"
          path={`${webhooksPath}/subscriber`}
          isNumbered
          columns={webhookColumns}
          to={({ id }) => at(`/integrations/webhooks/${id}`)}
          empty="A webhook tells another program at once what happens in the shop, such as an order or a return."
        />
      </Panel>
      {may('organization/clients/read') && (
        <Panel title="OAuth clients" acts={may('organization/clients/write') && <NewClient tell={setSecret} />}>
          <ShownOnce name="Client id and secret" value={secret} />
          <Listing<ClientResponse>
            key={secret}
            label="OAuth clients"
            path={clientsPath}
            columns={clientColumns}
            to={({ client_id }) => at(`/integrations/clients/${client_id}`)}
            empty="With an OAuth client another program signs in and does what it may."
          />
        </Panel>
      )}
    </Page>
  );
};
