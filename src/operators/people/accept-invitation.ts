/** Use case: somebody who has a link chooses a password and, with it, comes in for good. */
import type { Node } from '../../applications/node.ts';
import { secretHash } from '../../applications/secret-hash.ts';
import { guardFailed } from '../../db/database.ts';
import { Refusal } from '../../shared/errors.ts';
import { operatorAudit } from '../add-operator.ts';
import { passwordProblems } from '../operator-rules.ts';
import { linkOwner } from '../operator-session.ts';
import {
  deleteLinks,
  deleteSessions,
  joinStatement,
  renameStatement,
  updatePassword,
  useLink,
} from '../operator-store.ts';
import { hashPassword } from '../password.ts';
import type { SignInDesk } from '../sign-in-desk.ts';

export type Accepted = Readonly<{ token: string; password: string; name?: string | undefined; requestId: string }>;

/** The operator's id. A password is computed for whoever has a link, and for nobody else. */
export const acceptInvitation = async (
  node: Pick<Node, 'db' | 'now' | 'random'>,
  { queue }: SignInDesk,
  { token, password, name, requestId }: Accepted,
): Promise<{ readonly organizationId: string; readonly id: string }> => {
  const operator = await linkOwner(node, token);
  if (operator === undefined) throw new Refusal('link_invalid');
  const details = passwordProblems(password);
  if (details.length > 0) throw new Refusal('operator_invalid', { details });
  const hash = await queue.run(operator.id, () => hashPassword(password, node.random));
  const at = node.now();
  const { id, organizationId } = operator;
  const chosen = name?.trim() || operator.name;
  const author = { actor: `operator:${id}`, requestId };
  try {
    await node.db.commit([
      useLink(secretHash(token), at),
      updatePassword(organizationId, id, hash, at),
      renameStatement(id, chosen, at),
      joinStatement(id, at),
      deleteSessions(id),
      deleteLinks(id),
      operatorAudit(node, operator, author, {
        told: { action: 'operator.join', before: { name: operator.name }, after: { name: chosen } },
        at,
      }),
    ]);
  } catch (error) {
    const lost = guardFailed(error, 'link') || guardFailed(error, 'operator_active');
    throw lost ? new Refusal('link_invalid', { cause: error }) : error;
  }
  return { organizationId, id };
};
