/** One OAuth client: what it may do, its secrets (shown once, two at a time while they are changed), its end. */
import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import type { Static } from 'typebox';
import type {
  ClientResponse,
  ClientSecretList,
  ClientSecretView,
} from '../../../../src/contract/applications/client-contract.ts';
import { Facts } from '../../../ui/facts.tsx';
import { change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { AskAct } from '../../parts/ask-act.tsx';
import { Answered, useRead } from '../../parts/answered.tsx';
import type { Choices } from '../../parts/field.tsx';
import { type Column, Rows } from '../../parts/lists/listing.tsx';
import { count } from '../../parts/amounts.ts';
import { grantedWords, inWords } from '../../parts/names.ts';
import { Page, Panel, State } from '../../parts/page.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { moment } from '../../parts/times.ts';
import { clientsPath } from '../../paths.ts';
import { at, may } from '../../session.ts';

const secretColumns = (path: string, again: () => void): readonly Column<ClientSecretView>[] => [
  { name: 'Secret', show: ({ secret }) => <code>{secret}</code> },
  { name: 'Made', show: ({ created_at }) => moment(created_at) },
  { name: 'Ends', show: ({ expires_at }) => moment(expires_at) || 'Never' },
  { name: 'State', show: ({ is_live }) => <State of={is_live ? 'live' : 'expired'} /> },
  {
    name: 'Do',
    show: ({ id }) =>
      may('organization/clients/write') && (
        <Act
          quiet
          isGrave
          ask="Remove this secret?"
          about="Programs that use it can no longer sign in."
          leave="Keep it"
          run={async () => {
            await change('DELETE', `${path}/${id}`, 'Secret removed');
            again();
          }}
        >
          Remove
        </Act>
      ),
  },
];

const HOUR_MS = 3_600_000;
const overlaps: Choices = [
  ['24', 'go on for a day'],
  ['168', 'go on for a week'],
  ['1', 'go on for an hour'],
  ['', 'go on as they are'],
];

const Secrets = ({ path }: { readonly path: string }) => {
  const asked = useRead<Static<typeof ClientSecretList>>(path);
  const [made, setMade] = useState('');
  /** The others go on for as long as programs need to take up the new one. */
  const add = async (hours: string): Promise<void> => {
    const others = (asked.answer?.items ?? []).filter(({ is_live }) => is_live);
    const { secret } = await change<ClientSecretView>('POST', path, 'Secret made; the others still work', { body: {} });
    setMade(secret);
    const end = new Date(Date.now() + Number(hours) * HOUR_MS).toISOString();
    for (const { id, expires_at } of hours === '' ? [] : others) {
      if (expires_at !== null && expires_at < end) continue;
      await change('PATCH', `${path}/${id}`, `Secret made; the others end ${moment(end)}`, {
        body: { expires_at: end },
      });
    }
    asked.again();
  };
  return (
    <Panel
      title="Secrets"
      acts={
        may('organization/clients/write') && (
          <AskAct
            quiet
            ask="Make another secret"
            go="Make it"
            fields={{ hours: { name: 'Those there are', value: '24', choices: overlaps } }}
            run={({ hours }) => add(hours)}
          >
            Make another
          </AskAct>
        )
      }
    >
      <ShownOnce name="The new secret" value={made} />
      <Answered asked={asked}>
        {({ items }) => <Rows label="Secrets" rows={items} columns={secretColumns(path, asked.again)} />}
      </Answered>
    </Panel>
  );
};

type ClientActsProps = { readonly path: string; readonly client: ClientResponse; readonly again: () => void };

const ClientActs = ({ path, client: { is_active: isActive }, again }: ClientActsProps) => {
  const { route } = useLocation();
  return (
    <>
      <Act
        quiet
        isGrave={isActive}
        ask={isActive ? 'Deactivate this client?' : 'Activate this client again?'}
        about={isActive && 'Its tokens end at once. It can be activated again.'}
        run={async () => {
          await change('PATCH', path, 'Client changed', { body: { is_active: !isActive } });
          again();
        }}
      >
        {isActive ? 'Deactivate' : 'Activate'}
      </Act>
      <Act
        quiet
        isGrave
        ask="Remove this client?"
        about="Programs that use it can do nothing here any more. There is no way back."
        leave="Keep it"
        run={async () => {
          await change('DELETE', path, 'Client removed');
          route(at('/integrations'));
        }}
      >
        Remove
      </Act>
    </>
  );
};

export const ClientPage = () => {
  const { id = '' } = useRoute().params;
  const path = `${clientsPath}/${encodeURIComponent(id)}`;
  const asked = useRead<ClientResponse>(path);
  return (
    <Answered asked={asked}>
      {(client) => (
        <Page
          title={client.meta?.name || client.client_id || id}
          back={{ to: at('/integrations'), name: 'Integrations' }}
          about={<State of={client.is_active ? 'active' : 'deactivated'} />}
          acts={may('organization/clients/write') && <ClientActs path={path} client={client} again={asked.again} />}
        >
          <div class="columns">
            <Secrets path={`${path}/secret`} />
            <Panel title="Facts">
              <Facts
                of={[
                  ['Client id', <code>{client.client_id}</code>],
                  ['What it may do', grantedWords(client.scopes?.permissions ?? [])],
                  ['Grants', (client.grants ?? []).map(inWords).join(', ')],
                  ['Redirects to', (client.redirect_urls ?? []).join(', ')],
                  ['Access token lives', `${count(Math.round((client.access_token_lifetime ?? 0) / 60))} minutes`],
                  ['Made', moment(client.created_at)],
                ]}
              />
            </Panel>
          </div>
        </Page>
      )}
    </Answered>
  );
};
