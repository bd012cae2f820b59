/**
 * Signing in as a customer of the demo shop. There is no password because there is nothing to protect: the customers are made
 * up, and whoever sees the shop may be any of them. It is there for the demo shop alone, for these customers alone, and it is
 * gone as soon as the operator sets up a sign-in of his own (`hasDemoSignIn`); tokens that were issued end with their key.
 */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { SignJWT } from 'jose';
import type { Node } from '../applications/node.ts';
import { applicationOwner } from '../applications/settings.ts';
import { DemoCustomers, DemoSignedIn, DemoSignIn } from '../contract/customers/demo-sign-in-contract.ts';
import { ErrorBody } from '../contract/primitives.ts';
import { readSealed } from '../db/sealing/sealed-values.ts';
import { applicationCaller } from '../http/access.ts';
import type { ApplicationCaller } from '../http/caller.ts';
import { isoTime } from '../shared/clock.ts';
import { Refusal } from '../shared/errors.ts';
import { type DemoCustomer, demoCustomers } from './demo-people.ts';
import { demoGiftCode, demoTokenIssuer, hasDemoSignIn } from './demo-statements.ts';

export type DemoSignInOptions = {
  readonly node: Node;
  /** A customer whom the operator has removed signs in no more. */
  readonly isCustomer: (applicationId: string, userId: string) => Promise<boolean>;
};

const SECONDS_SIGNED_IN = 12 * 60 * 60;
const config = { access: { kind: 'application' } } as const;

const shown = ({ userId, about, profile: { first_name, last_name, emails } }: DemoCustomer) => ({
  user_id: userId,
  name: `${first_name ?? ''} ${last_name ?? ''}`.trim(),
  email: emails?.[0]?.email ?? '',
  about,
});

export const demoSignInRoutes: FastifyPluginAsyncTypebox<DemoSignInOptions> = async (app, { node, isCustomer }) => {
  const { db, keyring, now } = node;
  const secretOf = (applicationId: string, name: string): Promise<string | undefined> =>
    readSealed(db, keyring, applicationOwner(applicationId), name);

  const demoCaller = async (request: FastifyRequest): Promise<ApplicationCaller> => {
    const caller = applicationCaller(request);
    if (!(await hasDemoSignIn(db, caller.companyId, caller.settings))) throw new Refusal('route_not_found');
    return caller;
  };
  const customersOf = async (applicationId: string): Promise<readonly DemoCustomer[]> => {
    const all = demoCustomers(now());
    const known = await Promise.all(all.map(({ userId }) => isCustomer(applicationId, userId)));
    return all.filter((_, at) => known[at]);
  };

  app.get(
    '/demo/customers',
    { config, schema: { hide: true, response: { 200: DemoCustomers, '4xx': ErrorBody } } },
    async (request, reply) => {
      const { applicationId } = await demoCaller(request);
      reply.header('cache-control', 'no-store');
      return {
        customers: (await customersOf(applicationId)).map(shown),
        gift_card_code: (await secretOf(applicationId, demoGiftCode)) ?? '',
      };
    },
  );

  app.post(
    '/demo/sign-in',
    { config, schema: { hide: true, body: DemoSignIn, response: { 200: DemoSignedIn, '4xx': ErrorBody } } },
    async (request, reply) => {
      const { applicationId } = await demoCaller(request);
      const customer = (await customersOf(applicationId)).find(({ userId }) => userId === request.body.user_id);
      const secret = await secretOf(applicationId, 'customer_token_secret');
      if (customer === undefined || secret === undefined) throw new Refusal('customer_not_found');
      const issuedAt = Math.floor(now() / 1000);
      const token = await new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(customer.userId)
        .setIssuer(demoTokenIssuer)
        .setAudience(applicationId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + SECONDS_SIGNED_IN)
        .sign(Buffer.from(secret));
      reply.header('cache-control', 'no-store');
      const expires_at = isoTime((issuedAt + SECONDS_SIGNED_IN) * 1000);
      return { customer_token: token, expires_at, customer: shown(customer) };
    },
  );
};
