/** Use cases: an operator gets another name or role, or leaves. Nobody decides over somebody who may do more than himself. */
import type { Node } from '../../applications/node.ts';
import { holdOrganization } from '../../applications/organization-store.ts';
import type { AuthoredWrite } from '../../applications/write-once.ts';
import type { OperatorChange } from '../../contract/applications/people-contract.ts';
import { guardFailed, type Statement } from '../../db/database.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import { Refusal } from '../../shared/errors.ts';
import { checkCovered } from '../../http/permissions.ts';
import { endStatements, operatorAudit } from '../add-operator.ts';
import { keepOwner } from '../operator-store.ts';
import { type Giver, givenRole } from './given-role.ts';
import { findPerson, type Person, updatePerson } from './person-store.ts';

/** He, or the role he is to get, is no longer as he was read. */
export const changedMeanwhile = (error: unknown): boolean =>
  guardFailed(error, 'person_current') || guardFailed(error, 'role_current');

export const personFor = async (
  { db }: Pick<Node, 'db'>,
  { organizationId, permissions }: Giver,
  operatorId: string,
): Promise<Person> => {
  const person = await findPerson(db, organizationId, operatorId);
  if (person === undefined) throw new Refusal('operator_not_found');
  checkCovered(person.permissions, permissions, 'role');
  return person;
};

const activePerson = async (node: Pick<Node, 'db'>, giver: Giver, operatorId: string): Promise<Person> => {
  const person = await personFor(node, giver, operatorId);
  if (person.status === 'revoked' || person.status === 'deactivated') throw new Refusal('operator_not_found');
  return person;
};

/** What keeps the last owner says so. */
const committed = async ({ db }: Pick<Node, 'db'>, statements: readonly Statement[]): Promise<void> => {
  try {
    await db.commit(statements);
  } catch (error) {
    throw guardFailed(error, 'last_owner') ? new Refusal('last_owner', { cause: error }) : error;
  }
};

/** A new role counts from his next request on, on every node, also for what clients do on his word. */
export const changeOperator = (
  node: Node,
  giver: Giver,
  { operatorId, change }: { readonly operatorId: string; readonly change: OperatorChange },
  { remember, ...author }: AuthoredWrite<string>,
): Promise<Person> =>
  untilGuardHolds(changedMeanwhile, async () => {
    const person = await activePerson(node, giver, operatorId);
    const before = { name: person.name, role: person.role };
    const after = { name: change.name?.trim() || person.name, role: change.role ?? person.role };
    const isNewRole = after.role !== before.role;
    const role = isNewRole ? await givenRole(node, giver, after.role) : [];
    const at = node.now();
    await committed(node, [
      ...remember(operatorId),
      holdOrganization(person.organizationId),
      ...role,
      ...(isNewRole ? [keepOwner(person.organizationId, operatorId)] : []),
      updatePerson(person, { ...after, isActive: true }, at),
      operatorAudit(node, person, author, { told: { action: 'operator.change', before, after }, at }),
    ]);
    return { ...person, ...after, modifiedAt: at };
  });

type Ending = {
  /** As he must be to be ended so. */
  readonly find: () => Promise<Person>;
  readonly told: Parameters<typeof operatorAudit>[3]['told'];
};

/** Whatever he has in hand stops working, on every node. */
export const endPerson = (
  node: Node,
  { find, told }: Ending,
  { remember, ...author }: AuthoredWrite<string>,
): Promise<void> =>
  untilGuardHolds(changedMeanwhile, async () => {
    const person = await find();
    const at = node.now();
    await committed(node, [
      ...remember(person.id),
      holdOrganization(person.organizationId),
      updatePerson(person, { ...person, isActive: false }, at),
      ...endStatements(person.organizationId, person.id),
      operatorAudit(node, person, author, { told, at }),
    ]);
  });

export const endOperator = (
  node: Node,
  giver: Giver,
  operatorId: string,
  write: AuthoredWrite<string>,
): Promise<void> => {
  const told = { action: 'operator.deactivate', before: { is_active: true }, after: { is_active: false } };
  return endPerson(node, { find: () => activePerson(node, giver, operatorId), told }, write);
};
