/** A page of the guide with everything around it: contents, search, what is on it, what comes before and after. */
import { html, type Html, type Page } from '../pages/page.ts';
import type { GuidePage } from './guide-pages.ts';
import { askedFor, type Found } from './guide-search.ts';
import { guideStyle as style } from './guide-style.ts';

type At = { readonly pages: readonly GuidePage[]; readonly base: string; readonly current?: string };

const linkTo = ({ base, current }: At, { name, title }: GuidePage): Html =>
  name === current
    ? html`<li><a href="${base}/${name}" aria-current="page">${title}</a></li>`
    : html`<li><a href="${base}/${name}">${title}</a></li>`;

/** Chapters as closed boxes but for the one that is read: thirty pages are no help to anybody. */
const contents = (at: At): Html => {
  const chapters = [...new Set(at.pages.map(({ chapter }) => chapter))];
  const open = at.pages.find(({ name }) => name === at.current)?.chapter ?? chapters[0];
  return html`<nav class="contents" id="contents" aria-label="Contents">${chapters.map((chapter) => {
    const inner = html`<summary>${chapter}</summary><ul>${at.pages
      .filter((page) => page.chapter === chapter)
      .map((page) => linkTo(at, page))}</ul>`;
    return chapter === open ? html`<details open>${inner}</details>` : html`<details>${inner}</details>`;
  })}</nav>`;
};

/** Out of the guide into what it is about. */
const ways = ({ base }: At): Html => {
  const home = base.replace(/\/guide$/, '');
  return html`<nav class="ways" aria-label="Elsewhere"><a class="to-contents" href="#contents">Contents</a> <a href="${home}/">Shop</a> <a href="${home}/console">Console</a> <a href="${home}/docs">API reference</a></nav>`;
};

const around = (at: At, question: string, main: Html): Html => html`<div class="guide">
<header><a href="${at.base}">Cartwright, the guide</a>
${ways(at)}
<form role="search" action="${at.base}/search"><input type="search" name="q" value="${question}" aria-label="Search the guide" placeholder="Search the guide" maxlength="200"><button>Search</button></form></header>
${contents(at)}
<main>${main}</main>
</div>`;

const onThisPage = ({ rendered: { headings } }: GuidePage): Html | null => {
  const parts = headings.filter(({ level }) => level === 2);
  if (parts.length < 3) return null;
  return html`<details class="here"><summary>On this page</summary><nav aria-label="On this page"><ul>${parts.map(
    ({ id, words }) => html`<li><a href="#${id}">${words}</a></li>`,
  )}</ul></nav></details>`;
};

/** What is on a page stands below its title. */
const withParts = (page: GuidePage): Html => {
  const { markup } = page.rendered.body;
  const end = markup.indexOf('</h1>') + '</h1>'.length;
  return html`${{ markup: markup.slice(0, end) }}${onThisPage(page)}${{ markup: markup.slice(end) }}`;
};

export const drawPage = (pages: readonly GuidePage[], page: GuidePage, base: string): Page => {
  const at = pages.indexOf(page);
  const [before, after] = [pages[at - 1], pages[at + 1]];
  const turn = html`<nav class="turn" aria-label="Pages beside this one">${
    before === undefined
      ? html`<span></span>`
      : html`<a rel="prev" href="${base}/${before.name}">←\u00a0${before.title}</a>`
  }${after === undefined ? null : html`<a rel="next" href="${base}/${after.name}">${after.title}\u00a0→</a>`}</nav>`;
  return {
    title: `${page.title} · Cartwright`,
    style,
    body: around({ pages, base, current: page.name }, '', html`${withParts(page)}${turn}`),
  };
};

/** An address of the guide at which there is nothing: its contents and its search are still there. */
export const drawMissing = (pages: readonly GuidePage[], base: string): Page => ({
  title: 'There is no such page · Cartwright',
  style,
  body: around(
    { pages, base },
    '',
    html`<h1>There is no such page</h1><p>The address may be mistyped, or what it named is gone. Search the guide, look through its contents, or <a href="${base}">begin at its start</a>.</p>`,
  ),
});

/** The words that were asked for are marked. */
const marked = (sentence: string, words: readonly string[]): Html => {
  const any = words.map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')).join('|');
  const parts = sentence.split(new RegExp(`(${any})`, 'i'));
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<mark>${part}</mark>` : part))}`;
};

const countOf = (found: readonly Found[]): string => (found.length === 1 ? 'One page' : `${found.length} pages`);
const nothingFor = (question: string): string => {
  if (question === '') return 'Type what you look for.';
  const which = askedFor(question).length > 1 ? `all of the words “${question}”` : `“${question}”`;
  return `No page has ${which}. Try other words, or look through the contents.`;
};

type Search = { readonly question: string; readonly found: readonly Found[] };

export const drawFound = (pages: readonly GuidePage[], { question, found }: Search, base: string): Page => {
  const words = askedFor(question);
  const results =
    found.length === 0
      ? html`<p>${nothingFor(question.trim())}</p>`
      : html`<p class="soft">${countOf(found)}</p><ul class="plain">${found.map(
          ({ page, excerpt }) =>
            html`<li class="panel"><a href="${base}/${page.name}">${page.title}</a> <span class="soft">· ${page.chapter}</span><p class="excerpt">${marked(excerpt, words)}</p></li>`,
        )}</ul>`;
  return {
    title: 'Search · Cartwright',
    style,
    body: around({ pages, base }, question, html`<h1>Search</h1>${results}`),
  };
};
