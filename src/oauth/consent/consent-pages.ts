/** The page on which an operator lets a client act for the organization, or does not. Values in, markup out. */
import { type Html, html, type Page } from '../../http/pages/page.ts';
import { permissionCatalogue, expandPermissions } from '../../http/permissions.ts';
import { ownEntry } from '../../shared/own-entry.ts';
import type { Consent } from './consent-grant.ts';

export type ConsentView = Consent & {
  readonly client: string;
  readonly organization: string;
  readonly operator: string;
  readonly redirectHost: string;
  readonly action: string;
  /** Bound to the session and to this request; a form of another page cannot know it. */
  readonly formToken: string;
};

const page = (title: string, body: Html): Page => ({
  title: `${title} · Cartwright`,
  body: html`<main><h1>${title}</h1>${body}</main>`,
});

const meaning = (permission: string): string => {
  const concrete = expandPermissions([permission]);
  const resources = [...new Set(concrete.map((one) => one.slice(0, one.lastIndexOf('/'))))];
  if (resources.length > 3) return `${concrete.length} permissions`;
  return resources.map((resource) => ownEntry(permissionCatalogue, resource)?.opens ?? '').join(' ');
};
const row = (scope: string): Html =>
  html`<tr><td><code>${scope}</code></td><td>${ownEntry(protocolMeaning, scope) ?? meaning(scope)}</td></tr>`;

const protocolMeaning: Readonly<Record<string, string>> = {
  openid: 'Who you are: the number of your account.',
  profile: 'Your name.',
  email: 'Your e-mail address.',
  offline_access: 'Going on while you are away.',
};

const withheldNote = (withheld: readonly string[]): Html =>
  html`<p class="soft">Asked for, but not yours to give: ${withheld.join(', ')}.</p>`;

export const consentPage = (view: ConsentView): Page => {
  const { client, organization, operator, redirectHost, permissions, protocol, withheld, action, formToken } = view;
  const given = [...permissions, ...protocol];
  const buttons = html`${given.length > 0 ? html`<button name="decision" value="allow">Allow</button> ` : null}
<button class="quiet" name="decision" value="deny">Deny</button>`;
  return page(
    `${client} asks for access`,
    html`<p>You are ${operator}, of ${organization}. If you agree, ${client} may do this for your organization:</p>
<table class="given"><thead><tr><th>Permission</th><th>Opens</th></tr></thead><tbody>${given.map(row)}</tbody></table>
${given.length === 0 ? html`<p>Nothing of what it asks for is yours to give.</p>` : null}
${withheld.length > 0 ? withheldNote(withheld) : null}
<p class="soft">You then return to ${redirectHost}.</p>
<form method="post" action="${action}">
<input type="hidden" name="form_token" value="${formToken}">
${buttons}
</form>`,
  );
};

/** The browser sends the console's cookie only on a step from a page of ours, and so makes one. */
export const stepPage = (address: string): Page => page('One moment', html`<p><a href="${address}">Continue</a></p>`);

export const expiredPage = (): Page =>
  page('This page has expired', html`<p>Go back to the program that sent you here and start again.</p>`);

export const strangerPage = (client: string, signInAddress: string): Page =>
  page(
    'Not your organization',
    html`<p>${client} belongs to an organization of which you are no operator.</p>
<p><a href="${signInAddress}">Sign in as somebody else</a></p>`,
  );
