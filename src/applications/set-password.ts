/** Use case: an operator chooses a password. His other sessions end: whoever knew the old one is out. */
import { guardFailed } from '../db/database.ts';
import { Refusal } from '../shared/errors.ts';
import { auditStatement } from './audit-statements.ts';
import type { Author, Node } from './node.ts';
import { passwordProblems } from './operator-rules.ts';
import { deleteSessions, updatePassword } from './operator-store.ts';
import { hashPassword } from './password.ts';
import { secretHash } from './secret-hash.ts';

export const setPassword = async (
  { db, now, random }: Pick<Node, 'db' | 'now' | 'random'>,
  operator: { readonly organizationId: string; readonly id: string },
  given: { readonly password: string; readonly session?: string },
  author: Author,
): Promise<void> => {
  const details = passwordProblems(given.password);
  if (details.length > 0) throw new Refusal('operator_invalid', { details });
  const hash = await hashPassword(given.password, random);
  const at = now();
  const { organizationId, id } = operator;
  try {
    await db.commit([
      updatePassword(organizationId, id, hash, at),
      deleteSessions(id, given.session === undefined ? '' : secretHash(given.session)),
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
        random,
      ),
    ]);
  } catch (error) {
    throw guardFailed(error, 'operator_active') ? new Refusal('operator_not_found', { cause: error }) : error;
  }
};
