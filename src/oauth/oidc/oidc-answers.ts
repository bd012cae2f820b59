/**
 * What the library answers, completed: an error says `message` and `request_id` beside the members of RFC 6749, a token on
 * the SDK's paths has the members SDKs read, and what is meant for a browser is a page of ours.
 */
import type { EventEmitter } from 'node:events';
import type { ErrorOut, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { errorBody } from '../../http/error-body.ts';
import { refusalFor } from '../../http/error-handler.ts';
import { html, pageHeaders, renderPage, stylesOf } from '../../http/pages/page.ts';
import { consoleFrame } from '../../operators/console-pages.ts';
import type { Clock } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';
import { askedAt } from './asked-at.ts';
import { accountOf } from './oidc-accounts.ts';
import { type Door, doorOf } from './oidc-door.ts';
import { scopesIn } from '../tokens/token-scope-rules.ts';
import { isOfflineGrant } from '../tokens/token-store.ts';

type Body = Readonly<Record<string, unknown>>;
const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** What RFC 6749 has its words for, in ours for people. */
export const oauthErrorBody = (error: string, description: unknown, requestId: string): Body => ({
  error,
  error_description: description,
  message: `${typeof description === 'string' ? description : error}.`.replace(/^./, (first) => first.toUpperCase()),
  request_id: requestId,
});

/** SDKs renew an offline token with more care than that of a person who is looking, and learn here which one it is. */
const accessMode = (ctx: KoaContextWithOIDC): 'online' | 'offline' => {
  const isOfPerson = (accountOf(ctx)?.user ?? null) !== null;
  return isOfPerson && !isOfflineGrant(ctx.oidc.entities.Grant?.jti ?? '') ? 'online' : 'offline';
};

const sdkToken = (ctx: KoaContextWithOIDC, body: Body, now: Clock): Body => ({
  ...body,
  scope: scopesIn(typeof body['scope'] === 'string' ? body['scope'] : ''),
  expires_at: now() + Number(body['expires_in']) * 1000,
  current_user: accountOf(ctx)?.user ?? null,
  access_mode: accessMode(ctx),
});

const completed = (ctx: KoaContextWithOIDC, { request, owner }: Door, now: Clock): void => {
  const body: unknown = ctx.body;
  if (ctx.status === 404 && body === undefined) {
    ctx.body = errorBody(new Refusal('route_not_found'), request.id);
    ctx.status = 404;
  } else if (isBody(body) && typeof body['error'] === 'string') {
    ctx.body = { ...body, ...oauthErrorBody(body['error'], body['error_description'], request.id) };
    if (ctx.status === 401 && !ctx.response.get('www-authenticate')) {
      ctx.set('www-authenticate', `Basic realm="${ctx.oidc.issuer}"`);
    }
  } else if (isBody(body) && typeof body['access_token'] === 'string' && owner !== undefined) {
    ctx.body = sdkToken(ctx, body, now);
  }
};

/**
 * Where the SDK's address named a company, so does the answer: an extension finds by it which of its sessions goes on.
 * The library tells before it answers, of a success what it is going to say, of an error only that there is one; so
 * there the company goes into the address.
 */
const nameCompany = (provider: Provider): void => {
  const companyOf = (ctx: KoaContextWithOIDC): string | undefined => {
    const { owner } = askedAt(ctx);
    return owner !== undefined && 'companyId' in owner ? String(owner.companyId) : undefined;
  };
  provider.on('authorization.success', (ctx, answer) => {
    const company = companyOf(ctx);
    if (answer !== undefined && company !== undefined) answer['company_id'] = company;
  });
  provider.on('authorization.error', (ctx) => {
    const company = companyOf(ctx);
    const { params } = ctx.oidc;
    const address = URL.parse(String(params?.['redirect_uri']));
    if (params === undefined || address === null || company === undefined) return;
    address.searchParams.set('company_id', company);
    params['redirect_uri'] = address.href;
  });
};

/** A fault is logged; that the database is too busy is told. */
const answerFault = (ctx: KoaContextWithOIDC, error: unknown): void => {
  const refusal = refusalFor(error);
  if (refusal === undefined) {
    doorOf(ctx)?.request.log.error({ err: error }, 'fault in the token service');
    return;
  }
  ctx.status = refusal.status;
  ctx.set({ ...refusal.options.headers });
  const word = refusal.status < 500 ? 'invalid_request' : 'temporarily_unavailable';
  ctx.body = { error: word, error_description: refusal.message.replace(/\.$/, '') };
};

export const completeAnswers = (provider: Provider, now: Clock): void => {
  provider.use(async (ctx, next) => {
    await next();
    const door = doorOf(ctx);
    if (door !== undefined) completed(ctx as KoaContextWithOIDC, door, now);
  });
  nameCompany(provider);
  provider.on('server_error', answerFault);
  (provider as EventEmitter).on('error', (error: unknown, ctx: { readonly req: object } | undefined) => {
    doorOf(ctx)?.request.log.error({ err: error }, 'fault in the token service');
  });
};

/** For a browser that must not be sent anywhere, such as one with a redirect address that is not the client's. */
export const renderError = (ctx: KoaContextWithOIDC, out: ErrorOut): void => {
  const publicPath = new URL(ctx.oidc.issuer).pathname.replace(/\/oidc$/, '');
  const page = consoleFrame(
    'This request cannot go on',
    html`<p>The program that sent you here asked for something that cannot be given. Nothing was shared, and nothing was changed.</p>
<p>Go back to it and try again. If this happens again, tell its makers what stands below.</p>
<p><a href="${publicPath}/console">To the console</a></p>
<details class="soft"><summary>For the makers of the program</summary>
<p>${out.error_description ?? out.error}. <code>${out.error}</code>, request <code>${doorOf(ctx)?.request.id}</code></p></details>`,
  );
  ctx.set(pageHeaders(undefined, { styles: stylesOf(page) }));
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = renderPage(page);
};
