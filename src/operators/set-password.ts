/** Use case: an operator chooses a password. All his sessions and one-time links end, and the session he is in goes on under a new secret. */
import { guardFailed } from '../db/database.ts';
import { Refusal } from '../shared/errors.ts';
import { auditStatement } from '../applications/audit-statements.ts';
import type { Author, Node } from '../applications/node.ts';
import { passwordProblems } from './operator-rules.ts';
import { openSession } from './operator-session.ts';
import { deleteLinks, deleteSessions, updatePassword } from './operator-store.ts';
import { hashPassword } from './password.ts';
import type { Queue } from './sign-in-queue.ts';

/** The secret of the session that takes the old one's place. Whoever was in by the old password is out. */
export const setPassword = async (
  node: Pick<Node, 'db' | 'now' | 'random'>,
  queue: Queue,
  {
    operator,
    password,
  }: { readonly operator: { readonly organizationId: string; readonly id: string }; readonly password: string },
  author: Author,
): Promise<string> => {
  const details = passwordProblems(password);
  if (details.length > 0) throw new Refusal('operator_invalid', { details });
  const hash = await queue.run(operator.id, () => hashPassword(password, node.random));
  const at = node.now();
  const { organizationId, id } = operator;
  const session = openSession(node, id, 'password');
  try {
    await node.db.commit([
      updatePassword(organizationId, id, hash, at),
      deleteSessions(id),
      deleteLinks(id),
      session.insert,
      auditStatement(
        {
          ...author,
          organizationId,
          action: 'operator.set_password',
          subject: `operator/${id}`,
          before: null,
          after: null,
          at,
        },
        node.random,
      ),
    ]);
  } catch (error) {
    throw guardFailed(error, 'operator_active') ? new Refusal('operator_not_found', { cause: error }) : error;
  }
  return session.secret;
};
