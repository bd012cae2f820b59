/** A served shop with carts and balances: customers who call it, and the shop's own people. */
import { createSecretKey } from 'node:crypto';
import type { Node } from '../../src/applications/node.ts';
import { balanceAdminRoutes } from '../../src/balances/balance-admin-routes.ts';
import { balanceRoutes } from '../../src/balances/balance-routes.ts';
import { giftCardAdminRoutes } from '../../src/balances/gift-card-admin-routes.ts';
import { customerTokens } from '../../src/customers/customer-token.ts';
import type { ShopperKeys } from '../../src/customers/shopper.ts';
import { signedIn } from '../applications/test-server.ts';
import { type CartServer, freshKey, openCartServer } from '../cart/cart-server.ts';
import type { Engine } from '../databases.ts';

export type Json = Readonly<Record<string, unknown>>;
type Reply = { readonly status: number; readonly body: Json; readonly replayed: boolean };
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Ask = (
  method: Method,
  url: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Reply>;

export type BalanceServer = CartServer & {
  /** A customer, or a shopper without an account, below /service/application. */
  readonly ask: (known: Readonly<Record<string, string>>) => Ask;
  /** The owner of the shop, below an area's part of the application: `balance`, `user`. Every write has a key of its own. */
  readonly staff: (area: string) => Promise<Ask>;
};

const secretText = 'a shared secret of thirty-two bytes or more';

/** By which the customers of a cart server are known. */
export const shopperKeys = ({ now }: Pick<Node, 'now'>): ShopperKeys => ({
  clock: now,
  verifyCustomerToken: customerTokens({
    findKey: async () => ({ none: 'unavailable' }),
    secretOf: async () => secretText,
  }),
  anonymousSecrets: [createSecretKey(new Uint8Array(32).fill(7))],
});

export const openBalanceServer = async (engine: Engine): Promise<BalanceServer> => {
  const server = await openCartServer(engine);
  const { app, shop } = server;
  const { node, companyId, applicationId } = shop;
  const keys = shopperKeys(node);
  await app.register(balanceRoutes, { node, quotas: server.quotas, keys });
  await app.register(balanceAdminRoutes, { node });
  await app.register(giftCardAdminRoutes, { node });
  const authorization = `Bearer ${Buffer.from(`${applicationId}:${shop.applicationToken}`).toString('base64')}`;
  return {
    ...server,
    ask: (known) => async (method, url, body, headers) => {
      const answer = await app.inject({
        method,
        url: `/service/application${url}`,
        headers: { authorization, ...known, ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      return {
        status: answer.statusCode,
        body: answer.json<Json>(),
        replayed: answer.headers['idempotent-replayed'] === 'true',
      };
    },
    staff: async (area) => {
      const person = await signedIn(app, node, shop, 'owner');
      return async (method, url, body, headers) => {
        const answer = await person({
          method,
          url: `/service/platform/${area}/v1.0/company/${companyId}/application/${applicationId}${url}`,
          headers: { ...(method === 'GET' ? {} : { 'idempotency-key': freshKey() }), ...headers },
          ...(body === undefined ? {} : { payload: body as object }),
        });
        return {
          status: answer.statusCode,
          body: answer.json<Json>(),
          replayed: answer.headers['idempotent-replayed'] === 'true',
        };
      };
    },
  };
};
