/** The people who run the shop: invite one, give him another role, end what he may do; roles and what each stands for. */
import { useState } from 'preact/hooks';
import type { Static } from 'typebox';
import type {
  InvitedOperator,
  OperatorView,
  RoleList,
  RoleView,
} from '../../../../src/contract/applications/people-contract.ts';
import { change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { AskAct } from '../../parts/ask-act.tsx';
import { Answered, useRead } from '../../parts/answered.tsx';
import type { Choices } from '../../parts/field.tsx';
import { Filters, useFilters } from '../../parts/lists/filters.tsx';
import { type Column, Listing, Rows } from '../../parts/lists/listing.tsx';
import { grantedWords, inWords } from '../../parts/names.ts';
import { Panel, State } from '../../parts/page.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { moment } from '../../parts/times.ts';
import { peoplePath } from '../../paths.ts';
import { may, session } from '../../session.ts';
import { NewRole, RoleActs } from './role-acts.tsx';

type Invited = Static<typeof InvitedOperator>;
type Tell = (link: string) => void;

const mayWrite = (): boolean => may('organization/operators/write');
const choicesOf = (roles: readonly RoleView[]): Choices => roles.map(({ name }) => [name, inWords(name)]);

const Invite = ({ roles, tell }: { readonly roles: readonly RoleView[]; readonly tell: Tell }) => (
  <AskAct
    ask="Invite somebody"
    fields={{
      email: { name: 'E-mail', type: 'email', required: true },
      name: { name: 'Name' },
      role: {
        name: 'Role',
        value: 'support',
        choices: choicesOf(roles),
        hint: (role) => roles.find(({ name }) => name === role)?.description,
      },
    }}
    run={async ({ email, name, role }) => {
      const body = { email: email.trim(), role, ...(name.trim() === '' ? {} : { name: name.trim() }) };
      const { link = '' } = await change<Invited>('POST', `${peoplePath}/operator`, `${email} is invited`, { body });
      tell(link);
    }}
  >
    Invite
  </AskAct>
);

type PersonProps = {
  readonly person: OperatorView;
  readonly roles: readonly RoleView[];
  readonly tell: Tell;
};

const RoleChoice = ({ person, roles, tell }: PersonProps) => (
  <AskAct
    quiet
    ask={`Another role for ${person.name || person.email}`}
    about="It counts at once."
    go="Change the role"
    fields={{ role: { name: 'Role', value: person.role, choices: choicesOf(roles) } }}
    run={async ({ role }) => {
      const said = `${person.email} is ${role} now`;
      await change('PATCH', `${peoplePath}/operator/${person.id}`, said, { body: { role } });
      tell('');
    }}
  >
    Role
  </AskAct>
);

/** He cannot lock himself out here; another owner can. */
const PersonActs = (props: PersonProps) => {
  const { person, tell } = props;
  const path = `${peoplePath}/operator/${person.id}`;
  const who = person.name || person.email;
  if (!mayWrite() || person.id === session.operator.id || person.status === 'deactivated') return null;
  const isWaiting = person.status === 'invited' || person.status === 'revoked';
  return (
    <div class="acts">
      <RoleChoice {...props} />
      {isWaiting && (
        <Act
          quiet
          run={async () => {
            const { link = '' } = await change<Invited>('POST', `${path}/invitation`, `${who} is invited again`);
            tell(link);
          }}
        >
          New link
        </Act>
      )}
      {person.status === 'invited' && (
        <Act
          quiet
          isGrave
          ask={`Take back the invitation of ${who}?`}
          about="The link that was sent lets nobody in any more."
          leave="Keep it"
          run={async () => {
            await change('DELETE', `${path}/invitation`, `The invitation of ${who} is taken back`);
            tell('');
          }}
        >
          Take back
        </Act>
      )}
      {person.status === 'active' && (
        <Act
          quiet
          isGrave
          ask={`Deactivate ${who}?`}
          about="Sessions end at once, and so does all that was permitted to programs. There is no way back."
          leave="Keep the account"
          run={async () => {
            await change('POST', `${path}/deactivate`, `${who} is deactivated`);
            tell('');
          }}
        >
          Deactivate
        </Act>
      )}
    </div>
  );
};

const personColumns = (roles: readonly RoleView[], tell: Tell): readonly Column<OperatorView>[] => [
  {
    name: 'Who',
    show: ({ name, email }) => (
      <>
        {name || email}
        <small>{email}</small>
      </>
    ),
  },
  { name: 'Role', show: ({ role }) => inWords(role) },
  { name: 'State', show: ({ status }) => <State of={status} /> },
  { name: 'Joined', show: ({ joined_at }) => moment(joined_at) },
  { name: 'Do', show: (person) => <PersonActs person={person} roles={roles} tell={tell} /> },
];

const roleColumns = (again: () => void): readonly Column<RoleView>[] => [
  { name: 'Role', show: ({ name }) => inWords(name) },
  { name: 'What for', show: ({ description }) => description, isText: true },
  { name: 'What it may do', show: ({ permissions }) => grantedWords(permissions), isText: true },
  { name: 'Do', show: (role) => mayWrite() && <RoleActs key={role.version} role={role} again={again} /> },
];

const statuses: Choices = [
  ['', 'Everybody'],
  ['active', 'Active'],
  ['invited', 'Invited'],
  ['revoked', 'Taken back'],
  ['deactivated', 'Deactivated'],
];

export const PeoplePage = () => {
  const filters = useFilters();
  const [link, setLink] = useState('');
  const [attempt, setAttempt] = useState(0);
  const asked = useRead<Static<typeof RoleList>>(`${peoplePath}/role`);
  const tell = (next: string): void => {
    setLink(next);
    setAttempt(attempt + 1);
  };
  return (
    <RoomPage room="Settings">
      <ShownOnce name="The link that lets him in" value={link} />
      <Answered asked={asked}>
        {({ items: roles }) => (
          <>
            <Panel title="People" acts={mayWrite() && <Invite roles={roles} tell={tell} />}>
              <Filters of={[{ key: 'status', name: 'Show', choices: statuses }]} />
              <Listing<OperatorView>
                key={attempt}
                label="People who run the shop"
                path={`${peoplePath}/operator`}
                query={filters}
                columns={personColumns(roles, tell)}
                emptyTitle="Nobody yet"
                empty=""
              />
            </Panel>
            <Panel title="Roles" acts={mayWrite() && <NewRole again={asked.again} />}>
              <Rows label="Roles and what they may do" rows={roles} columns={roleColumns(asked.again)} />
            </Panel>
          </>
        )}
      </Answered>
    </RoomPage>
  );
};
