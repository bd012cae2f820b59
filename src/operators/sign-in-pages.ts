/** The pages on which passwords are typed. Values in, markup out. */
import { type Html, html, type Page } from '../http/pages/page.ts';
import { consoleFrame, noPassword } from './console-pages.ts';

const problemLine = (problem: string | undefined): Html | undefined =>
  problem === undefined ? undefined : html`<p class="warn" role="alert">${problem}</p>`;

const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">`;

export type SignInForm = {
  readonly formToken: string;
  /** Where to go on to, without the public path. */
  readonly returnTo: string;
  readonly email: string;
  readonly problem?: string;
};

export const signInPage = (path: string, { formToken, returnTo, email, problem }: SignInForm): Page =>
  consoleFrame(
    'Sign in',
    html`${problemLine(problem)}
<form class="fields" method="post" action="${path}/console/sign-in">
${hidden('form_token', formToken)}${hidden('return_to', returnTo)}
<label>E-mail address
<input name="email" type="email" value="${email}" autocomplete="username" maxlength="254" required></label>
<label>Password
<input name="password" type="password" autocomplete="current-password" maxlength="256" required></label>
<button>Sign in</button>
</form>
${noPassword}`,
  );

export const goingOnPage = (address: string, title: string): Page =>
  consoleFrame(title, html`<p><a href="${address}">Continue</a>, if the browser does not by itself.</p>`);

export type PasswordForm = {
  readonly formToken: string;
  readonly email: string;
  readonly hasPassword: boolean;
  readonly asksCurrent: boolean;
  readonly problem?: string;
};

const currentField = html`<label>Current password
<input name="current_password" type="password" autocomplete="current-password" maxlength="256" required></label>`;

export const passwordPage = (path: string, form: PasswordForm): Page =>
  consoleFrame(
    form.hasPassword ? 'Change your password' : 'Set a password',
    html`<p>With a password you can sign in as ${form.email} at any time. All other places where you are signed in are signed out.</p>
${problemLine(form.problem)}
<form class="fields" method="post" action="${path}/console/password">
${hidden('form_token', form.formToken)}
<input type="text" name="username" value="${form.email}" autocomplete="username" readonly hidden>
${form.asksCurrent ? currentField : null}
<label>New password, at least 12 characters
<input name="password" type="password" autocomplete="new-password" minlength="12" maxlength="256" required></label>
<label>New password, once more
<input name="repeated" type="password" autocomplete="new-password" minlength="12" maxlength="256" required></label>
<button>Save</button>
</form>
<p><a href="${path}/console">Back to the console</a></p>`,
  );

export const newLinkPage = (path: string): Page =>
  consoleFrame(
    'Set a password',
    html`<p>Your first password is set within 15 minutes of signing in by a link. Sign in by a new one.</p>
${noPassword}
<p><a href="${path}/console">Back to the console</a></p>`,
  );
