/**
 * Use case: somebody who left the shop is forgotten. What he did stays in the audit, by an id that leads to nobody; his address
 * is free again. Whoever still works here is deactivated with it.
 */
import { auditStatement } from '../applications/audit-statements.ts';
import type { Author, Node } from '../applications/node.ts';
import { unnameStaff } from '../privacy/unname-staff.ts';
import { Refusal } from '../shared/errors.ts';
import { deleteLinks, deleteSessions, findEverOperator, forgetStatement } from './operator-store.ts';
import { normalEmail } from './operator-rules.ts';

/** His names in records go first: until the last step he is found by his address, so that it can be run again. */
export const forgetOperator = async (
  node: Node,
  organizationId: string,
  email: string,
  author: Author,
): Promise<void> => {
  const { db, now, random } = node;
  const id = await findEverOperator(db, organizationId, normalEmail(email));
  if (id === undefined) throw new Refusal('operator_not_found');
  await unnameStaff(db, { organizationId, id });
  const at = now();
  const told = { action: 'operator.forget', subject: `operator/${id}`, before: null, after: null };
  await db.commit([
    forgetStatement(id, at),
    deleteSessions(id),
    deleteLinks(id),
    auditStatement({ ...author, organizationId, ...told, at }, random),
  ]);
};
