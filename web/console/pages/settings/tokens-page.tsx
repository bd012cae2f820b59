/** Tokens of the shop: made here, shown once, taken back here. */
import { useState } from 'preact/hooks';
import type { Static } from 'typebox';
import type {
  AddedApplicationToken,
  ApplicationTokenList,
  ApplicationTokenView,
} from '../../../../src/contract/applications/application-admin-contract.ts';
import { change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { Answered, useRead } from '../../parts/answered.tsx';
import { type Column, Rows } from '../../parts/lists/listing.tsx';
import { Panel, State } from '../../parts/page.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { moment } from '../../parts/times.ts';
import { applicationPath } from '../../paths.ts';
import { may } from '../../session.ts';

const path = `${applicationPath}/token`;

const columns = (again: () => void): readonly Column<ApplicationTokenView>[] => [
  { name: 'Token', show: ({ hint }) => <code>…{hint}</code> },
  { name: 'Made', show: ({ created_at }) => moment(created_at) },
  { name: 'Ends', show: ({ expires_at }) => moment(expires_at) || 'Never' },
  { name: 'State', show: ({ is_live }) => <State of={is_live ? 'live' : 'expired'} /> },
  {
    name: 'Do',
    show: ({ id, hint }) =>
      may('company/settings/write') && (
        <Act
          quiet
          isGrave
          ask={`Remove the token that ends in ${hint}?`}
          about="Storefronts that use it stop working at once. There is no way back."
          leave="Keep it"
          run={async () => {
            await change('DELETE', `${path}/${id}`, 'Token removed');
            again();
          }}
        >
          Remove
        </Act>
      ),
  },
];

export const TokensPage = () => {
  const asked = useRead<Static<typeof ApplicationTokenList>>(path);
  const [made, setMade] = useState('');
  const add = async (): Promise<void> => {
    const { token } = await change<Static<typeof AddedApplicationToken>>('POST', path, 'Token made', { body: {} });
    setMade(token ?? '');
    asked.again();
  };
  return (
    <RoomPage room="Settings" acts={may('company/settings/write') && <Act run={add}>Make a token</Act>}>
      <ShownOnce name="The new token" value={made} />
      <Panel title="Tokens of this shop">
        <p class="soft">
          A storefront or an app sends one with each call, so that it is known which shop it is of. Make one for each,
          and you can remove one without stopping the others.
        </p>
        <Answered asked={asked}>
          {({ items }) => <Rows label="Tokens" rows={items} columns={columns(asked.again)} />}
        </Answered>
      </Panel>
    </RoomPage>
  );
};
