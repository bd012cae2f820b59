/** Where the token service sends an operator's browser to agree or to decline. Needs a signed-in operator of the client's organization. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import type { Node } from '../../applications/node.ts';
import { findOrganization } from '../../applications/organization-store.ts';
import { answerAndGoOn, answerPage } from '../../operators/sign-in-answers.ts';
import { formTokenOf, requireFormToken, requireOwnPage, textOf } from '../../operators/sign-in-form.ts';
import { type CurrentSession, currentSession, signInAddress } from '../../operators/sign-in-operator.ts';
import { fieldsOf, installForms } from '../../http/requests/forms.ts';
import { type AskedAt, askedIn } from '../oidc/asked-at.ts';
import { findClientById, type StoredClient } from '../clients/client-store.ts';
import { type Consent, consentFor, giveConsent } from './consent-grant.ts';
import { consentPage, expiredPage, stepPage, strangerPage } from './consent-pages.ts';
import { operatorSubject } from '../oidc/oidc-accounts.ts';
import { publicRoute, TOKEN_BODY_LIMIT } from '../oidc/oidc-routes.ts';
import type { TokenService } from '../oidc/oidc-service.ts';
import { scopesIn } from '../tokens/token-scope-rules.ts';

export type ConsentRoutesOptions = Readonly<{ node: Node; service: TokenService; publicUrl: URL | undefined }>;

type Asked = {
  readonly uid: string;
  readonly client: StoredClient;
  readonly scope: string | undefined;
  readonly redirect: URL;
  readonly began: AskedAt;
  readonly prompt: string | undefined;
  /** Seconds. */
  readonly maxAge: number | undefined;
};
/** Whether the client wants the operator to sign in anew: by `prompt=login`, or because he did so too long ago. */
const wantsSignIn = ({ began, prompt, maxAge }: Asked, openedAt: number, now: number): boolean => {
  if (openedAt >= began.time) return false;
  return scopesIn(prompt).includes('login') || (maxAge !== undefined && now - openedAt > maxAge * 1000);
};
const purposeOf = (uid: string): string => `consent ${uid}`;

export const consentRoutes: FastifyPluginAsync<ConsentRoutesOptions> = async (app, { node, service, publicUrl }) => {
  const { db } = node;
  installForms(app, TOKEN_BODY_LIMIT, fieldsOf);

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

  const requestIn = async ({ uid, params }: Interaction): Promise<Asked | undefined> => {
    const { client_id, scope, redirect_uri, prompt, max_age } = params as Readonly<Record<string, string | undefined>>;
    const client = await findClientById(db, client_id ?? '');
    const redirect = URL.parse(redirect_uri ?? '');
    if (client?.isActive !== true || redirect === null) return undefined;
    const maxAge = max_age === undefined ? undefined : Number(max_age);
    return { uid, client, scope, redirect, began: askedIn(params), prompt, maxAge };
  };

  const pathOf = (uid: string): string => `${service.issuer.pathname}/consent/${encodeURIComponent(uid)}`;
  const publicPath = service.issuer.pathname.replace(/\/oidc$/, '');
  const signInOf = (uid: string, asks: boolean): string => signInAddress(publicPath, `/oidc/consent/${uid}`, asks);

  const show = async (
    reply: FastifyReply,
    asked: Asked,
    signed: CurrentSession,
    consent: Consent,
  ): Promise<FastifyReply> => {
    const organization = await findOrganization(db, asked.client.organizationId);
    const view = {
      client: asked.client.document.meta.name,
      organization: organization?.name ?? '',
      operator: signed.operator.name,
      redirectHost: asked.redirect.host || asked.redirect.protocol,
      ...consent,
      action: pathOf(asked.uid),
      formToken: formTokenOf(signed.secret, purposeOf(asked.uid)),
    };
    return answerPage(reply, consentPage(view), asked.redirect);
  };

  /** The request and who looks at it; undefined where he was given another answer. A reply that is waited for is over. */
  const enter = async (request: FastifyRequest, reply: FastifyReply) => {
    const instead = (_answered: FastifyReply): undefined => undefined;
    const interaction = await interactionOf(request, reply);
    const asked = interaction && (await requestIn(interaction));
    if (interaction === undefined || asked === undefined) return instead(answerPage(reply.code(400), expiredPage()));
    const signed = await currentSession(node, request);
    const anew = signed !== undefined && wantsSignIn(asked, signed.openedAt, node.now());
    if (signed === undefined || anew) return instead(reply.redirect(signInOf(asked.uid, anew), 303));
    if (signed.operator.organizationId !== asked.client.organizationId) {
      const { name } = asked.client.document.meta;
      return instead(answerPage(reply.code(403), strangerPage(name, signInOf(asked.uid, true))));
    }
    return { interaction, asked, signed, consent: consentFor(asked.scope, signed.operator) };
  };

  const page = { config: publicRoute, schema: { hide: true } };
  app.get('/oidc/consent/:uid', page, async (request, reply) => {
    if (request.headers['sec-fetch-site'] === 'cross-site') {
      const address = pathOf((request.params as { readonly uid: string }).uid);
      return answerAndGoOn(reply, address, stepPage(address));
    }
    const entered = await enter(request, reply);
    return entered === undefined ? reply : show(reply, entered.asked, entered.signed, entered.consent);
  });

  app.post('/oidc/consent/:uid', { ...page, bodyLimit: TOKEN_BODY_LIMIT }, async (request, reply) => {
    const entered = await enter(request, reply);
    if (entered === undefined) return reply;
    const { interaction, asked, signed, consent } = entered;
    requireOwnPage(request, publicUrl);
    requireFormToken(signed.secret, request.body, purposeOf(asked.uid));
    const provider = service.provider();
    const granted = [...consent.protocol, ...consent.permissions];
    if (textOf(request.body, 'decision') !== 'allow' || granted.length === 0) {
      const denied = { error: 'access_denied', error_description: 'the operator declined' };
      return reply.redirect(await provider.interactionResult(request.raw, reply.raw, denied), 303);
    }
    const { operator } = signed;
    const grantId = await giveConsent(node, {
      operator,
      client: asked.client,
      consent,
      resource: service.resource,
      requestId: request.id,
      forSdk: asked.began.owner !== undefined,
    });
    interaction.params['scope'] = granted.join(' ');
    await interaction.persist();
    const ts = Math.floor(signed.openedAt / 1000);
    const result = { login: { accountId: operatorSubject(operator.id), remember: false, ts }, consent: { grantId } };
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
  });
};
