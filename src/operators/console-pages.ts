/** The pages of the console's entrance. Values in, markup out. */
import { type Html, html, type Page } from '../http/pages/page.ts';

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
<pre>npx cartwright operator add --email you@example.com --role owner</pre>`;

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
