/** A role of the organization's own: made of permissions that its maker has himself, changed, removed. */
import { useState } from 'preact/hooks';
import type { RoleView } from '../../../../src/contract/applications/people-contract.ts';
import { change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { Tick } from '../../parts/tick.tsx';
import { Text } from '../../parts/field.tsx';
import { peoplePath } from '../../paths.ts';
import { session } from '../../session.ts';

type Chosen = { readonly chosen: readonly string[]; readonly choose: (all: readonly string[]) => void };

const Permissions = ({ chosen, choose }: Chosen) => (
  <fieldset class="ticks">
    <legend>What it may do</legend>
    {[...new Set([...chosen, ...session.operator.permissions])].toSorted().map((one) => (
      <Tick
        key={one}
        on={chosen.includes(one)}
        set={(on) => choose(on ? [...chosen, one] : chosen.filter((other) => other !== one))}
      >
        {one}
      </Tick>
    ))}
  </fieldset>
);

export const NewRole = ({ again }: { readonly again: () => void }) => {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [permissions, setPermissions] = useState<readonly string[]>([]);
  return (
    <Act
      quiet
      ask="New role"
      go="Make the role"
      fields={
        <>
          <Text name="Role name" value={name} onChange={setName} hint="Small letters: warehouse" required />
          <Text name="What it is for" value={description} onChange={setDescription} />
          <Permissions chosen={permissions} choose={setPermissions} />
        </>
      }
      run={async () => {
        await change('POST', `${peoplePath}/role`, `Role ${name} is made`, {
          body: { name, description, permissions },
        });
        again();
      }}
    >
      New role
    </Act>
  );
};

export const RoleActs = ({ role, again }: { readonly role: RoleView; readonly again: () => void }) => {
  const [permissions, setPermissions] = useState<readonly string[]>(role.permissions);
  if (role.is_built_in) return null;
  const path = `${peoplePath}/role/${encodeURIComponent(role.name)}`;
  return (
    <div class="acts">
      <Act
        quiet
        ask={`Change what ${role.name} may do`}
        about="It counts at once."
        go="Save"
        fields={<Permissions chosen={permissions} choose={setPermissions} />}
        run={async () => {
          await change('PATCH', path, `Role ${role.name} is changed`, { body: { permissions } });
          again();
        }}
      >
        Change
      </Act>
      <Act
        quiet
        isGrave
        ask={`Remove the role ${role.name}?`}
        about="Nobody can be given it any more."
        leave="Keep it"
        run={async () => {
          await change('DELETE', path, `Role ${role.name} is removed`);
          again();
        }}
      >
        Remove
      </Act>
    </div>
  );
};
