/** The pages of the console's entrance. Values in, markup out. */
import { type Html, html, type Page } from '../http/page.ts';
import type { Operator } from './operator-store.ts';

export type ConsoleApplication = { readonly id: string; readonly name: string; readonly companyId: number };
export type ConsoleView = {
  readonly operator: Operator;
  readonly organization: string;
  readonly applications: readonly ConsoleApplication[];
  /** More applications exist than are shown. */
  readonly more: boolean;
  /** Bound to the session; a form of another page cannot know it. */
  readonly formToken: string;
};

const page = (title: string, body: Html): Page => ({
  title: `${title} · Cartwright`,
  body: html`<main><h1>${title}</h1>${body}</main>`,
});

/** A button, because whoever opens a link to preview it must not use it up. */
export const enterPage = (path: string, linkToken: string, name: string): Page =>
  page(
    'Sign in',
    html`<p>This link signs you in as ${name}, once.</p>
<form method="post" action="${path}/console/enter">
<input type="hidden" name="token" value="${linkToken}">
<button>Sign in</button>
</form>`,
  );

const howToEnter = html`<p>Operators sign in by a link that works once. Ask an owner for one, or make one on the machine that runs the service:</p>
<pre>cartwright operator add --email you@example.com --role owner</pre>`;

export const linkGonePage = (): Page =>
  page('This link does not work', html`<p>It was used already, or it is older than a day.</p>${howToEnter}`);

export const strangerPage = (): Page => page('Console', howToEnter);

const applicationRow = ({ id, name, companyId }: ConsoleApplication): Html =>
  html`<tr><td>${name}</td><td><code>${id}</code></td><td>${companyId}</td></tr>`;

export const consolePage = (path: string, view: ConsoleView): Page => {
  const { operator, organization, applications, more, formToken } = view;
  return page(
    organization,
    html`<p>You are ${operator.name} (${operator.email}), ${operator.role} of this organization.</p>
<h2>Applications</h2>
<table><thead><tr><th>Name</th><th>Id</th><th>Company</th></tr></thead>
<tbody>${applications.map(applicationRow)}</tbody></table>
${more ? html`<p class="soft">There are more; the API lists them all.</p>` : null}
<p>Settings, tokens and the audit are in the <a href="${path}/docs">API</a>.</p>
<form method="post" action="${path}/console/sign-out">
<input type="hidden" name="form_token" value="${formToken}">
<button>Sign out</button>
</form>`,
  );
};
