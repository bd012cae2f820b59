/** A role of the organization's own: made of permissions that its maker has himself, changed, removed. */
import { useState } from 'preact/hooks';
import type { RoleView } from '../../../../src/contract/applications/people-contract.ts';
import { change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { Text } from '../../parts/field.tsx';
import { PermissionTicks } from '../../parts/fields/permission-ticks.tsx';
import { peoplePath } from '../../paths.ts';

/** As the service keeps it: “Warehouse staff” is `warehouse_staff`. */
const roleName = (written: string): string =>
  written
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');

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
          <Text name="Role name" value={name} onChange={setName} hint="One word, such as warehouse" required />
          <Text name="What it is for" value={description} onChange={setDescription} />
          <PermissionTicks chosen={permissions} choose={setPermissions} />
        </>
      }
      run={async () => {
        const body = { name: roleName(name), description, permissions };
        await change('POST', `${peoplePath}/role`, `Role ${name} is made`, { body });
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
        fields={<PermissionTicks chosen={permissions} choose={setPermissions} />}
        run={async () => {
          await change('PATCH', path, `Role ${role.name} is changed`, {
            body: { permissions },
            onlyOn: role.version,
          });
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
