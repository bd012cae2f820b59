/** What a person is told who opened an address that leads nowhere; programs get the same as JSON. */
import type { IncomingMessage } from 'node:http';
import { html, type Page } from './page.ts';

type Asked = { readonly method?: string | undefined; readonly headers: Pick<IncomingMessage['headers'], 'accept'> };
/** A browser that opens an address asks for a page by name; programs take whatever comes. */
export const wantsPage = ({ method, headers: { accept = '' } }: Asked): boolean =>
  (method === 'GET' || method === 'HEAD') && accept.includes('text/html');

/** A page that cannot be shown: what was thrown while it was made, as a sentence. */
export const brokenPage = (publicPath: string, message: string): Page => ({
  title: 'This page cannot be shown now',
  body: html`<main class="alone"><div class="panel">
<h1>This page cannot be shown now</h1>
<p>${message}</p>
<p><a class="act" href="">Try again</a> <a href="${publicPath}/">Go to the front page</a></p>
</div></main>`,
});

export const missingPage = (publicPath: string): Page => ({
  title: 'There is no such page',
  body: html`<main class="alone"><div class="panel">
<h1>There is no such page</h1>
<p>The address may be mistyped, or what it named is gone.</p>
<p><a class="act" href="${publicPath}/">Go to the front page</a></p>
</div></main>`,
});
