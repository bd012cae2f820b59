/** What the audit is told when staff open or change a cart: who, which one, and why. */
import { auditStatement } from '../../applications/audit-statements.ts';
import type { Node } from '../../applications/node.ts';
import type { Statement } from '../../db/database.ts';
import type { StoredCart } from '../store/cart-document.ts';
import type { StaffAct } from './staff-act.ts';

export const staffEntry = (
  { actor, organizationId, requestId, reason }: StaffAct,
  action: string,
  { cartId, owner, version }: Pick<StoredCart, 'cartId' | 'owner' | 'version'>,
  { now, random }: Pick<Node, 'now' | 'random'>,
): Statement =>
  auditStatement(
    {
      actor,
      requestId,
      organizationId,
      action,
      subject: cartId === '' ? `customer/${owner.id}` : `cart/${cartId}`,
      before: null,
      after: { reason, version, owner: owner.kind === 'customer' ? owner.id : null },
      at: now(),
    },
    random,
  );
