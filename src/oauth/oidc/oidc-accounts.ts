/** On whose behalf a token acts: an operator who agreed, or the client itself. */
import type { Account, KoaContextWithOIDC } from 'oidc-provider';
import { findOperator } from '../../operators/operator-store.ts';
import type { Database } from '../../db/database.ts';

export type TokenUser = Readonly<{ id: string; user_id: string; name: string; email: string }>;
export type TokenAccount = Account & {
  /** Undefined for a client on its own behalf, which its own permissions bound. */
  readonly permissions: readonly string[] | undefined;
  readonly user: TokenUser | null;
};

/** Subjects are named as the audit names its actors. */
export const operatorSubject = (operatorId: string): string => `operator:${operatorId}`;
export const clientSubject = (clientId: string): string => `service:${clientId}`;

const account = (accountId: string, rest: Pick<TokenAccount, 'permissions' | 'user'>): TokenAccount => ({
  accountId,
  claims: () => ({ sub: accountId, name: rest.user?.name, email: rest.user?.email }),
  ...rest,
});

/** Undefined for an operator who is no longer active: what he agreed to cannot be renewed. */
export const accountFinder =
  (db: Database) =>
  async (_ctx: unknown, subject: string): Promise<TokenAccount | undefined> => {
    const [kind, id = ''] = subject.split(':');
    if (kind === 'service') return account(subject, { permissions: undefined, user: null });
    const operator = kind === 'operator' ? await findOperator(db, id) : undefined;
    if (operator === undefined) return undefined;
    const { name, email, permissions } = operator;
    return account(subject, { permissions, user: { id, user_id: id, name, email } });
  };

/** The account of the request being served, once the library has found it. */
export const accountOf = (ctx: KoaContextWithOIDC): TokenAccount | undefined =>
  ctx.oidc.entities.Account as TokenAccount | undefined;
