/** Use cases: somebody is invited, invited once more, or no longer. */
import type { Node } from '../../applications/node.ts';
import { holdOrganization } from '../../applications/organization-store.ts';
import type { AuthoredWrite } from '../../applications/write-once.ts';
import type { Invitation } from '../../contract/applications/people-contract.ts';
import { guardFailed, type Statement } from '../../db/database.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import { Refusal } from '../../shared/errors.ts';
import { type IssuedLink, operatorAudit, planLink, planOperator } from '../add-operator.ts';
import { normalEmail } from '../operator-rules.ts';
import { deleteLinks } from '../operator-store.ts';
import { type Giver, givenRole } from './given-role.ts';
import { findPersonByEmail, type Person, roomForPerson, updatePerson } from './person-store.ts';
import { changedMeanwhile, endPerson, personFor } from './change-operator.ts';
import { countInvitation, withinInvitations } from './invitation-room.ts';

/** `tell` is the letter that brings the link. */
export type InviteWrite = AuthoredWrite<string> & { readonly tell: (issued: IssuedLink) => readonly Statement[] };

const newPerson = async (
  node: Node,
  giver: Giver,
  given: Invitation,
  { remember, tell, ...author }: InviteWrite,
): Promise<IssuedLink> => {
  const { organizationId } = giver;
  const name = given.name?.trim() || normalEmail(given.email);
  const role = await givenRole(node, giver, given.role);
  const { statements, ...issued } = planOperator(node, { ...given, name, organizationId }, author, giver);
  await node.db.commit([
    ...remember(issued.operatorId),
    holdOrganization(organizationId),
    ...role,
    ...statements,
    roomForPerson(organizationId),
    ...countInvitation(organizationId, issued.operatorId, node.now()),
    ...tell(issued),
  ]);
  return issued;
};

/** An invitation that was revoked leaves his record; it is opened again under the new role. */
const knownPerson = async (
  node: Node,
  giver: Giver,
  person: Person,
  { given, write }: { readonly given: Invitation; readonly write: InviteWrite },
): Promise<IssuedLink> => {
  if (person.status !== 'revoked') throw new Refusal('email_taken');
  const { remember, tell, ...author } = write;
  const at = node.now();
  const { organizationId, id, email } = person;
  const role = await givenRole(node, giver, given.role);
  const after = { name: given.name?.trim() || person.name, role: given.role };
  const { linkToken, expiresAt, insert } = planLink(node, id, giver);
  const issued = { operatorId: id, email, linkToken, expiresAt };
  await node.db.commit([
    ...remember(id),
    holdOrganization(organizationId),
    ...role,
    updatePerson(person, { ...after, isActive: true }, at),
    roomForPerson(organizationId),
    ...countInvitation(organizationId, id, at),
    insert,
    ...tell(issued),
    operatorAudit(node, person, author, {
      told: { action: 'operator.add', before: null, after: { email, ...after } },
      at,
    }),
  ]);
  return issued;
};

export const inviteOperator = (node: Node, giver: Giver, given: Invitation, write: InviteWrite): Promise<IssuedLink> =>
  untilGuardHolds(changedMeanwhile, async () => {
    const person = await findPersonByEmail(node.db, giver.organizationId, normalEmail(given.email));
    try {
      return await withinInvitations(node.now(), () =>
        person === undefined
          ? newPerson(node, giver, given, write)
          : knownPerson(node, giver, person, { given, write }),
      );
    } catch (error) {
      if (guardFailed(error, 'operator_limit')) throw new Refusal('operator_limit_reached', { cause: error });
      throw guardFailed(error, 'operator_email') ? new Refusal('email_taken', { cause: error }) : error;
    }
  });

const openInvitation = async (node: Node, giver: Giver, operatorId: string): Promise<Person> => {
  const person = await personFor(node, giver, operatorId);
  if (person.status !== 'invited') throw new Refusal('operator_state_conflict');
  return person;
};

/** The links he was sent before stop working. */
export const resendInvitation = (
  node: Node,
  giver: Giver,
  operatorId: string,
  { remember, tell, ...author }: InviteWrite,
): Promise<IssuedLink> =>
  untilGuardHolds(changedMeanwhile, async () => {
    const person = await openInvitation(node, giver, operatorId);
    const at = node.now();
    const { linkToken, expiresAt, insert } = planLink(node, operatorId, giver);
    const issued = { operatorId, email: person.email, linkToken, expiresAt };
    const batch = [
      ...remember(operatorId),
      updatePerson(person, { ...person, isActive: true }, at),
      deleteLinks(operatorId),
      ...countInvitation(person.organizationId, operatorId, at),
      insert,
      ...tell(issued),
      operatorAudit(node, person, author, {
        told: { action: 'operator.invite', before: null, after: { expires_at: expiresAt } },
        at,
      }),
    ];
    await withinInvitations(at, () => node.db.commit(batch));
    return issued;
  });

export const revokeInvitation = (
  node: Node,
  giver: Giver,
  operatorId: string,
  write: AuthoredWrite<string>,
): Promise<void> => {
  const told = { action: 'operator.revoke', before: { status: 'invited' }, after: { status: 'revoked' } };
  return endPerson(node, { find: () => openInvitation(node, giver, operatorId), told }, write);
};
