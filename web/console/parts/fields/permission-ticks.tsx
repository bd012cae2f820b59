/** What a role or a program may do, as a table of ticks: each thing to see, and to change. */
import { session } from '../../session.ts';
import { isGranted, permissionRows, withGranted } from './permission-rules.ts';

type TicksProps = { readonly chosen: readonly string[]; readonly choose: (all: readonly string[]) => void };

/** Those he has himself, and those that were given before: nobody gives more than he has. */
export const PermissionTicks = ({ chosen, choose }: TicksProps) => {
  const concrete = chosen.filter((permission) => /\/(read|write)$/.test(permission));
  const known = [...new Set([...concrete, ...session.operator.permissions])];
  const tick = (name: string, permission: string | undefined) =>
    permission !== undefined && (
      <input
        type="checkbox"
        aria-label={name}
        checked={isGranted(chosen, permission)}
        onChange={({ currentTarget }) => choose(withGranted(chosen, permission, currentTarget.checked, known))}
      />
    );
  return (
    <table class="permissions">
      <caption>What it may do</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="unseen">What</span>
          </th>
          <th scope="col">See</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {permissionRows(known).map(({ name, read, write }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{tick(`${name}: see`, read)}</td>
            <td>{tick(`${name}: change`, write)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
