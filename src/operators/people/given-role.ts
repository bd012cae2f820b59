/** The role that somebody is to get: it exists, and whoever gives it has all of it himself. */
import type { Node } from '../../applications/node.ts';
import type { Statement } from '../../db/database.ts';
import { Refusal } from '../../shared/errors.ts';
import { checkCovered } from '../../http/permissions.ts';
import { isRole, permissionsOf } from '../operator-rules.ts';
import type { Issuer } from '../operator-store.ts';
import { findRole, holdRole } from './role-store.ts';

/** Who acts: what he may do bounds what he may give, and over whom he may decide. The links of those he invites are his. */
export type Giver = Issuer & { readonly organizationId: string };

/** What the batch that gives it has to hold. */
export const givenRole = async (
  { db }: Pick<Node, 'db'>,
  { organizationId, permissions }: Giver,
  role: string,
): Promise<readonly Statement[]> => {
  if (isRole(role)) {
    checkCovered(permissionsOf(role), permissions, 'role');
    return [];
  }
  const own = await findRole(db, organizationId, role);
  if (own === undefined) {
    throw new Refusal('operator_invalid', { details: [{ field: 'role', message: 'There is no such role.' }] });
  }
  checkCovered(own.permissions, permissions, 'role');
  return [holdRole(organizationId, own)];
};
