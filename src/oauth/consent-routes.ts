/** Where the token service sends an operator's browser to agree or to decline. Needs a signed-in operator of the client's organization. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import type { Node } from '../applications/node.ts';
import { sessionCookie } from '../applications/operator-proof.ts';
import { sessionOperator } from '../applications/operator-session.ts';
import type { Operator } from '../applications/operator-store.ts';
import { findOrganization } from '../applications/organization-store.ts';
import { isSameOrigin } from '../applications/same-origin.ts';
import { type Page, pageHeaders, renderPage } from '../http/page.ts';
import { Refusal } from '../shared/errors.ts';
import { findClientById, type StoredClient } from './client-store.ts';
import { type Consent, consentFor, giveConsent } from './consent-grant.ts';
import { consentPage, expiredPage, stepPage, strangerPage } from './consent-pages.ts';
import { operatorSubject } from './oidc-accounts.ts';
import { publicRoute, TOKEN_BODY_LIMIT } from './oidc-routes.ts';
import type { TokenService } from './oidc-service.ts';

export type ConsentRoutesOptions = {
  readonly node: Node;
  readonly service: TokenService;
  readonly publicUrl: URL | undefined;
};

/** `target` is where the form leads in the end; browsers hold a form's redirects to the policy as well. */
const answerPage = (reply: FastifyReply, page: Page, target?: URL): FastifyReply => {
  const headers = pageHeaders(undefined);
  const source = target === undefined || target.origin === 'null' ? (target?.protocol ?? '') : target.origin;
  const policy = headers['content-security-policy']?.replace("form-action 'self'", `form-action 'self' ${source}`);
  return reply
    .headers({ ...headers, 'content-security-policy': policy, 'cache-control': 'no-store' })
    .header('referrer-policy', 'strict-origin')
    .type('text/html; charset=utf-8')
    .send(renderPage(page));
};

const formTokenOf = (session: string, uid: string): string =>
  createHmac('sha256', session).update(`cartwright consent ${uid}`).digest('base64url');
const isFormToken = (session: string, uid: string, given: string): boolean => {
  const [expected, offered] = [Buffer.from(formTokenOf(session, uid)), Buffer.from(given)];
  return expected.length === offered.length && timingSafeEqual(expected, offered);
};

type Asked = {
  readonly uid: string;
  readonly client: StoredClient;
  readonly scope: string | undefined;
  readonly redirect: URL;
};
type Signed = { readonly session: string; readonly operator: Operator };

export const consentRoutes: FastifyPluginAsync<ConsentRoutesOptions> = async (app, { node, service, publicUrl }) => {
  const { db } = node;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: TOKEN_BODY_LIMIT },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );

  /** What the library has put aside under the cookie; undefined when it is gone or of another page. */
  const interactionOf = async ({ raw, params }: FastifyRequest, reply: FastifyReply) => {
    try {
      const found = await service.provider().interactionDetails(raw, reply.raw);
      return found.uid === (params as { readonly uid: string }).uid ? found : undefined;
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return undefined;
      throw error;
    }
  };
  type Interaction = NonNullable<Awaited<ReturnType<typeof interactionOf>>>;

  const askedIn = async ({ uid, params }: Interaction): Promise<Asked | undefined> => {
    const { client_id, scope, redirect_uri } = params as Readonly<Record<string, string | undefined>>;
    const client = await findClientById(db, client_id ?? '');
    const redirect = URL.parse(redirect_uri ?? '');
    return client?.isActive === true && redirect !== null ? { uid, client, scope, redirect } : undefined;
  };

  const signedIn = async (request: FastifyRequest): Promise<Signed | undefined> => {
    const session = sessionCookie(request);
    const operator = session === undefined || session === '' ? undefined : await sessionOperator(node, session);
    return session === undefined || operator === undefined ? undefined : { session, operator };
  };

  const pathOf = (uid: string): string => `${service.issuer.pathname}/consent/${uid}`;
  /** The sign-in page takes the address to return to without the path of the public address. */
  const signInOf = (uid: string): string => {
    const query = new URLSearchParams({ return_to: `/oidc/consent/${uid}` });
    return `${service.issuer.pathname.replace(/oidc$/, 'console/sign-in')}?${query.toString()}`;
  };

  const show = async (reply: FastifyReply, asked: Asked, signed: Signed, consent: Consent): Promise<FastifyReply> => {
    const organization = await findOrganization(db, asked.client.organizationId);
    const view = {
      client: asked.client.document.meta.name,
      organization: organization?.name ?? '',
      operator: signed.operator.name,
      redirectHost: asked.redirect.host || asked.redirect.protocol,
      permissions: consent.permissions.length > 0 ? consent.permissions : consent.protocol,
      withheld: consent.withheld,
      action: pathOf(asked.uid),
      formToken: formTokenOf(signed.session, asked.uid),
    };
    return answerPage(reply, consentPage(view), asked.redirect);
  };

  /** The request and who looks at it, or the answer that was given instead. */
  const enter = async (request: FastifyRequest, reply: FastifyReply) => {
    const interaction = await interactionOf(request, reply);
    const asked = interaction && (await askedIn(interaction));
    if (interaction === undefined || asked === undefined) return answerPage(reply.code(400), expiredPage());
    const signed = await signedIn(request);
    if (signed === undefined) return reply.redirect(signInOf(asked.uid), 303);
    if (signed.operator.organizationId !== asked.client.organizationId) {
      return answerPage(reply.code(403), strangerPage(asked.client.document.meta.name, signInOf(asked.uid)));
    }
    return { interaction, asked, signed, consent: consentFor(asked.scope, signed.operator) };
  };

  const page = { config: publicRoute, schema: { hide: true } };
  app.get('/oidc/consent/:uid', page, async (request, reply) => {
    if (request.headers['sec-fetch-site'] === 'cross-site') {
      const address = pathOf((request.params as { readonly uid: string }).uid);
      return answerPage(reply.header('refresh', `0; url=${address}`), stepPage(address));
    }
    const entered = await enter(request, reply);
    return 'asked' in entered ? show(reply, entered.asked, entered.signed, entered.consent) : entered;
  });

  app.post('/oidc/consent/:uid', { ...page, bodyLimit: TOKEN_BODY_LIMIT }, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const entered = await enter(request, reply);
    if (!('asked' in entered)) return entered;
    const { interaction, asked, signed, consent } = entered;
    const isOurs = isSameOrigin(request.headers, publicUrl);
    if (!isOurs || !isFormToken(signed.session, asked.uid, form.get('form_token') ?? '')) {
      throw new Refusal('origin_refused', { message: 'This form was sent from another site.' });
    }
    const provider = service.provider();
    const granted = [...consent.protocol, ...consent.permissions];
    if (form.get('decision') !== 'allow' || granted.length === 0) {
      const denied = { error: 'access_denied', error_description: 'the operator declined' };
      return reply.redirect(await provider.interactionResult(request.raw, reply.raw, denied), 303);
    }
    const { operator } = signed;
    const agreement = { operator, client: asked.client, consent, resource: service.resource, requestId: request.id };
    const grantId = await giveConsent(node, agreement);
    interaction.params['scope'] = granted.join(' ');
    await interaction.persist();
    const result = { login: { accountId: operatorSubject(operator.id), remember: false }, consent: { grantId } };
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
  });
};
