/** Somebody of the shop, or a system of theirs, at a shopper's cart: who, and why. It is told to the audit with every change. */
import { auditStatement } from '../../applications/audit-statements.ts';
import type { Node } from '../../applications/node.ts';
import type { StoredCart } from '../store/cart-document.ts';
import type { Statement } from '../../db/database.ts';
import type { ApplicationCaller, Caller } from '../../http/caller.ts';
import { Refusal } from '../../shared/errors.ts';

export type StaffAct = {
  /** As the audit names him: `operator:<id>`. */
  readonly actor: string;
  /** Shown as `staff_user_id` of the cart. */
  readonly id: string;
  readonly organizationId: string;
  readonly requestId: string;
  /** Of the header `x-staff-reason`; null when he gave none. */
  readonly reason: string | null;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Set where a permitted caller acts in a shopper's place. */
    staffAct?: StaffAct;
  }
}

/** What an operator or a service client is called on the carts he works at. */
export const staffId = (caller: Exclude<Caller, ApplicationCaller>): string =>
  caller.kind === 'operator' ? caller.operatorId : caller.clientId;

/** Refuses a shopper who fills in what only staff may say. */
export const requireStaff = ({ staff }: { readonly staff?: StaffAct | undefined }, field: string): void => {
  if (staff !== undefined) return;
  const message = `Only staff may send ${field}. Leave it out, or call the platform's operation with company/carts/write.`;
  throw new Refusal('permission_missing', { message, details: [{ field, message }] });
};

/** What was looked at or changed: a cart, or without one what is its shopper's, such as an address. */
type Seen = Pick<StoredCart, 'cartId' | 'owner' | 'version'> & { readonly address?: string };

export const staffEntry = (
  { actor, organizationId, requestId, reason }: StaffAct,
  action: string,
  { cartId, owner, version, address }: Seen,
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
      after: {
        reason,
        version,
        owner: owner.kind === 'customer' ? owner.id : null,
        ...(address === undefined ? {} : { address }),
      },
      at: now(),
    },
    random,
  );
