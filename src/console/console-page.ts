/**
 * The one page of the console. It holds no inline script and no inline style. What stands in it before its script runs, or
 * where none may run, says who is signed in and lets him sign out.
 */
import type { ConsoleSession } from '../contract/applications/console-contract.ts';
import { embeddedJson, type Html, html, ownFilesHeaders, pageFrame } from '../http/pages/page.ts';
import type { WebBundle } from '../http/pages/web-bundle.ts';

/** Where the bundle is served, below the public path. */
export const assetPath = '/console/files';

export const consoleHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  ...ownFilesHeaders,
  'x-content-type-options': 'nosniff',
  // Under no-referrer a browser would not tell us the origin of the form that signs out.
  'referrer-policy': 'strict-origin',
};

const applicationRow = ({ id, name, company_id }: ConsoleSession['applications'][number]): Html =>
  html`<tr><td>${name}</td><td><code>${id}</code></td><td>${company_id}</td></tr>`;

const passwordSaved = html`<p class="notice good" role="status">Your password is saved. You are signed out everywhere else.</p>`;

const firstSight = ({ base, operator, organization, applications, form_token, ...session }: ConsoleSession): Html =>
  html`<main class="first-sight"><h1>${organization.name}</h1>
<noscript><p class="notice warn">The console needs JavaScript. Everything in it is also an operation: <a href="${base}/docs">API reference</a></p></noscript>
${session.password_saved ? passwordSaved : null}
<p>You are ${operator.name} (${operator.email}), ${operator.role} of this organization. <a href="${base}/console/password">${session.has_password ? 'Change your password' : 'Set a password'}</a></p>
<table><thead><tr><th>Shop</th><th>Id</th><th>Company</th></tr></thead><tbody>${applications.map(applicationRow)}</tbody></table>
<form method="post" action="${base}/console/sign-out"><input type="hidden" name="form_token" value="${form_token}"><button class="button quiet">Sign out</button></form>
</main>`;

export const consolePage = (session: ConsoleSession, { script, style }: WebBundle): string => {
  const asset = (name: string): string => `${session.base}${assetPath}/${name}`;
  const head = html`<link rel="stylesheet" href="${asset(style.name)}">
<script type="application/json" id="session">${{ markup: embeddedJson(session) }}</script>
<script type="module" src="${asset(script.name)}"></script>
`;
  const body = html`<div id="console">${firstSight(session)}</div>`;
  return pageFrame('Console · Cartwright', head, body);
};
