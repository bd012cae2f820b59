/** Who am I? For a storefront that wants to know before it shows a name, and for one that wants a cart before a write. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorBody } from '../contract/primitives.ts';
import { Session } from '../contract/customers/session-contract.ts';
import { applicationCaller } from '../http/access.ts';
import { isoTime } from '../shared/clock.ts';
import type { RandomBytes } from '../shared/identifiers.ts';
import { anonymousForWrite, identifyShopper, type Shopper, type ShopperKeys } from './shopper.ts';
import { answerShopper, cookieScope } from './shopper-answer.ts';

export type SessionRoutesOptions = Readonly<{ keys: ShopperKeys; random: RandomBytes; publicUrl: URL }>;

const path = '/service/application/user/authentication/v1.0/session';
const access = { kind: 'application' } as const;
const response = { 200: Session, '4xx': ErrorBody };

export const sessionRoutes: FastifyPluginAsyncTypebox<SessionRoutesOptions> = async (app, options) => {
  const { keys, random, publicUrl } = options;

  app.get(
    path,
    {
      config: { access },
      schema: { operationId: 'getSession', summary: 'Say who the shopper is', tags: ['Customers'], response },
    },
    async (request, reply) => {
      const caller = applicationCaller(request);
      const shopper = await identifyShopper(request, caller, keys);
      answerShopper(reply, shopper, cookieScope(publicUrl, caller.settings.storefront_url));
      return sessionOf(shopper);
    },
  );

  app.post(
    path,
    {
      config: { access },
      schema: {
        operationId: 'startSession',
        summary: 'Issue an anonymous token to a shopper who has neither that nor a customer token',
        description: 'The token is in the header x-anonymous-id and the cookie cw_anonymous of the answer.',
        tags: ['Customers'],
        response,
      },
    },
    async (request, reply) => {
      const caller = applicationCaller(request);
      const shopper = await identifyShopper(request, caller, keys);
      const written = shopper.customer === undefined ? anonymousForWrite(shopper, caller, keys, random) : undefined;
      const news = { clearCookies: shopper.clearCookies, newToken: written?.newToken };
      answerShopper(reply, news, cookieScope(publicUrl, caller.settings.storefront_url));
      return sessionOf({ ...shopper, ...written });
    },
  );
};

const sessionOf = ({ customer, anonymous }: Omit<Shopper, 'clearCookies'>): Session => ({
  authenticated: customer !== undefined,
  user: customer === undefined ? null : { _id: customer.userId, user_id: customer.userId },
  anonymous: anonymous !== undefined,
  expires_at: customer === undefined || customer.expiresAt === null ? null : isoTime(customer.expiresAt),
});
