/** The pages of the console's entrance. Values in, markup out. */
import { type Html, html, type Page } from '../http/pages/page.ts';
import type { Operator } from './operator-store.ts';

type ConsoleApplication = { readonly id: string; readonly name: string; readonly companyId: number };
export type ConsoleView = {
  readonly operator: Operator;
  readonly organization: string;
  readonly applications: readonly ConsoleApplication[];
  /** More applications exist than are shown. */
  readonly more: boolean;
  readonly hasPassword: boolean;
  /** He has just set one. */
  readonly passwordSaved: boolean;
  /** Bound to the session; a form of another page cannot know it. */
  readonly formToken: string;
};

export const consoleFrame = (title: string, body: Html): Page => ({
  title: `${title} · Cartwright`,
  body: html`<main><h1>${title}</h1>${body}</main>`,
});

/** A button, because whoever opens a link to preview it must not use it up. */
export const enterPage = (path: string, linkToken: string, name: string): Page =>
  consoleFrame(
    'Sign in',
    html`<p>This link signs you in as ${name}, once.</p>
<form method="post" action="${path}/console/enter">
<input type="hidden" name="token" value="${linkToken}">
<button>Sign in</button>
</form>`,
  );

export const howToEnter = html`<p>A link signs you in once and lets you set a password. Ask an owner for one, or make one on the machine that runs the service:</p>
<pre>cartwright operator add --email you@example.com --role owner</pre>`;

const signInLink = (path: string): Html =>
  html`<p><a href="${path}/console/sign-in">Sign in with your password</a></p>`;

export const linkGonePage = (path: string): Page =>
  consoleFrame(
    'This link does not work',
    html`<p>It was used already, or it is older than a day.</p>${signInLink(path)}${howToEnter}`,
  );

export const strangerPage = (path: string): Page =>
  consoleFrame('Console', html`<p>For the operators of this service.</p>${signInLink(path)}${howToEnter}`);

export const refusedPage = (path: string, sentence: string, requestId: string): Page =>
  consoleFrame(
    'That did not work',
    html`<p class="warn" role="alert">${sentence}</p>
<p><a href="${path}/console">To the console</a></p>
<p class="soft">Request <code>${requestId}</code></p>`,
  );

const applicationRow = ({ id, name, companyId }: ConsoleApplication): Html =>
  html`<tr><td>${name}</td><td><code>${id}</code></td><td>${companyId}</td></tr>`;

const passwordOffer = (path: string): Html => html`<div class="panel">
<h3><a href="${path}/console/password">Set a password</a></h3>
<p class="soft">Your link is used up. With a password you can sign in again without a new one.</p></div>`;

export const consolePage = (path: string, view: ConsoleView): Page => {
  const { operator, organization, applications, more, hasPassword, passwordSaved, formToken } = view;
  return consoleFrame(
    organization,
    html`${passwordSaved ? html`<p class="panel" role="status">Your password is saved. You are signed out everywhere else.</p>` : null}
<p>You are ${operator.name} (${operator.email}), ${operator.role} of this organization.</p>
${hasPassword ? null : passwordOffer(path)}
<h2>Applications</h2>
<table><thead><tr><th>Name</th><th>Id</th><th>Company</th></tr></thead>
<tbody>${applications.map(applicationRow)}</tbody></table>
${more ? html`<p class="soft">There are more; the API lists them all.</p>` : null}
<p>Settings, tokens and the audit are in the <a href="${path}/docs">API</a>.</p>
<h2>You</h2>
${hasPassword ? html`<p><a href="${path}/console/password">Change your password</a></p>` : null}
<form method="post" action="${path}/console/sign-out">
<input type="hidden" name="form_token" value="${formToken}">
<button>Sign out</button>
</form>`,
  );
};
