/** The pages of the console's entrance. Values in, markup out. */
import { type Html, html, type Page } from '../http/pages/page.ts';

/** The wheel of the console's bar, so that one knows the house before one is in. */
const mark = html`<p class="mark"><svg viewBox="0 0 32 32" width="22" height="22" fill="none" stroke="currentColor" stroke-width="2.5" aria-hidden="true"><circle cx="16" cy="16" r="13"/><circle cx="16" cy="16" r="3.5"/><path d="M16 3v26M4.7 9.5l22.6 13M4.7 22.5l22.6-13"/></svg><span>Cartwright</span></p>`;

const style = `
.mark { display: flex; align-items: center; gap: .5rem; margin: 0 0 1rem; color: var(--accent); }
.mark span { font: 500 1.125rem/1 var(--serif); color: var(--ink); }
.entrance form { margin-top: 1.25rem; }
.entrance form:not(.fields) { display: flex; flex-wrap: wrap; gap: .75rem; }
.entrance .fields { max-width: none; }
/* A line ends before an option, never within one that fits. */
.entrance pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.entrance pre span { display: inline-block; max-width: 100%; }
.entrance button { padding: .6rem 1.25rem; font-weight: 500; }
.entrance .given :is(th, td):last-child { white-space: nowrap; padding-inline-end: 0; }
.entrance details { margin-block: .75rem; }
`;

export const consoleFrame = (title: string, body: Html): Page => ({
  title: `${title} · Cartwright`,
  style,
  body: html`<main class="alone">${mark}<div class="panel entrance"><h1>${title}</h1>${body}</div></main>`,
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

const howToEnter = html`<p>A link signs you in once and lets you set a password. Ask an owner for one, or make one on the machine that runs the service:</p>
<pre><span>npx cartwright operator add</span> <span>--email you@example.com</span> <span>--role owner</span></pre>`;

/** For whoever cannot sign in yet. */
export const noPassword = html`<h2>No password yet, or forgotten</h2>
${howToEnter}`;

const signInLink = (path: string): Html =>
  html`<p><a class="act" href="${path}/console/sign-in">Sign in with your password</a></p>`;

export const linkGonePage = (path: string): Page =>
  consoleFrame(
    'This link does not work',
    html`<p>It was used already, or it is older than a day.</p>${signInLink(path)}${noPassword}`,
  );

export const strangerPage = (path: string): Page =>
  consoleFrame('Console', html`<p>For the people who run this shop.</p>${signInLink(path)}${noPassword}`);

export const refusedPage = (path: string, sentence: string, requestId: string): Page =>
  consoleFrame(
    'That did not work',
    html`<p class="warn" role="alert">${sentence}</p>
<p><a href="${path}/console">To the console</a></p>
<p class="soft">Request <code>${requestId}</code></p>`,
  );
