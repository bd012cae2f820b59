/** The page on which an operator lets a client act for the organization, or does not. Values in, markup out. */
import { type Html, html, type Page } from '../../http/pages/page.ts';
import { permissionCatalogue, expandPermissions } from '../../http/permissions.ts';
import { consoleFrame } from '../../operators/console-pages.ts';
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

/** What a caller may do with what it opens, in the order in which people say it. */
const acts: readonly (readonly [action: string, words: string])[] = [
  ['read', 'see'],
  ['write', 'change'],
];

type Given = { readonly opens: string; readonly may: string };

/** Scopes of the protocol itself. */
const ofProtocol: Readonly<Record<string, Given>> = {
  openid: { opens: 'Who you are: the number of your account.', may: 'see' },
  profile: { opens: 'Your name.', may: 'see' },
  email: { opens: 'Your e-mail address.', may: 'see' },
  offline_access: { opens: 'All this also while you are away.', may: 'go on' },
};

/** Each thing once, with everything that may be done to it; a pattern stands for all it means in this release. */
const meaningsOf = (permissions: readonly string[]): readonly Given[] => {
  const byResource = Map.groupBy(expandPermissions(permissions), (one) => one.slice(0, one.lastIndexOf('/')));
  return [...byResource].map(([resource, concrete]) => ({
    opens: ownEntry(permissionCatalogue, resource)?.opens ?? resource,
    may: acts
      .filter(([action]) => concrete.includes(`${resource}/${action}`))
      .map(([, words]) => words)
      .join(' and '),
  }));
};
const protocolOf = (scope: string): Given => ownEntry(ofProtocol, scope) ?? { opens: scope, may: 'see' };

const row = ({ opens, may }: Given): Html => html`<tr><td>${opens}</td><td>${may}</td></tr>`;

const givenTable = (given: readonly string[], meanings: readonly Given[]): Html => html`<table class="given">
<thead><tr><th scope="col">What</th><th scope="col">It may</th></tr></thead><tbody>${meanings.map(row)}</tbody></table>
<details class="soft"><summary>Names of these permissions</summary><p>${given.map((one) => html`<code>${one}</code> `)}</p></details>`;

/** What is asked for by a wide pattern and given in part stands above already. */
const withheldNote = (withheld: readonly string[], given: readonly Given[]): Html => {
  const known = new Set(given.map(({ opens }) => opens));
  const missing = meaningsOf(withheld).filter(({ opens }) => !known.has(opens));
  return html`<p class="soft">Asked for, but not yours to give: ${
    missing.length === 0 ? 'more of the same.' : missing.map(({ opens }) => opens).join(' ')
  }</p>`;
};

export const consentPage = (view: ConsentView): Page => {
  const { client, organization, operator, redirectHost, permissions, protocol, withheld, action, formToken } = view;
  const given = [...permissions, ...protocol];
  const meanings = [...meaningsOf(permissions), ...protocol.map(protocolOf)];
  const buttons = html`${given.length > 0 ? html`<button name="decision" value="allow">Allow</button> ` : null}
<button class="quiet" name="decision" value="deny">Deny</button>`;
  return consoleFrame(
    `${client} asks for access`,
    html`<p>You are signed in as ${operator} of ${organization}. ${given.length > 0 ? `If you agree, ${client} may do this for your organization:` : ''}</p>
${given.length === 0 ? html`<p>Nothing of what it asks for is yours to give.</p>` : givenTable(given, meanings)}
${withheld.length > 0 ? withheldNote(withheld, meanings) : null}
<p class="soft">You then return to ${redirectHost}.</p>
<form method="post" action="${action}">
<input type="hidden" name="form_token" value="${formToken}">
${buttons}
</form>`,
  );
};

/** The browser sends the console's cookie only on a step from a page of ours, and so makes one. */
export const stepPage = (address: string): Page =>
  consoleFrame('One moment', html`<p><a href="${address}">Continue</a></p>`);

export const expiredPage = (): Page =>
  consoleFrame('This page has expired', html`<p>Go back to the program that sent you here and start again.</p>`);

export const strangerPage = (client: string, signInAddress: string): Page =>
  consoleFrame(
    'Not your organization',
    html`<p>${client} belongs to an organization of which you are no operator.</p>
<p><a href="${signInAddress}">Sign in as somebody else</a></p>`,
  );
