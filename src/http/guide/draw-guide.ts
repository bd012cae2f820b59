/** A page of the guide with everything around it: contents, search, what is on it, what comes before and after. */
import { html, type Html, type Page } from '../pages/page.ts';
import type { Found, GuidePage } from './guide-pages.ts';

const style = `
.guide { max-width: 78rem; margin: 0 auto; padding: 1rem 1.25rem 4rem; display: grid; gap: 1rem 2.5rem; }
.guide main { max-width: 54rem; margin: 0; padding: 0; min-width: 0; }
.guide header { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; border-block-end: 1px solid var(--line); padding-block-end: .75rem; }
.guide header a { font-weight: 700; text-decoration: none; }
.guide form { display: flex; gap: .5rem; flex: 1 1 16rem; max-width: 26rem; margin-inline-start: auto; }
.guide form input { flex: 1; min-width: 0; }
.guide nav ul { list-style: none; padding: 0; margin: .25rem 0 1rem; }
.guide nav li a { display: block; padding: .2rem .5rem; border-radius: .35rem; text-decoration: none; color: var(--ink); }
.guide nav li a:hover { text-decoration: underline; }
.guide nav a[aria-current] { background: var(--panel); color: var(--accent); font-weight: 600; }
.guide nav summary { padding-block: .2rem; }
.guide nav h2 { font-size: .85rem; margin: .75rem 0 0; color: var(--soft); }
.guide .here { border-inline-start: 3px solid var(--line); padding-inline-start: .75rem; margin: 1rem 0; }
.guide .here summary { color: var(--soft); }
.guide .table { overflow-x: auto; margin: .75rem 0; }
.guide h3 { margin: 1.75rem 0 .4rem; }
.guide li { margin: .3rem 0; max-width: 72ch; }
.guide img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: .5rem; }
.guide pre code { font-size: 1em; }
.guide :not(pre) > code { background: var(--panel); border-radius: .25rem; padding: .05em .25em; overflow-wrap: anywhere; }
.guide .turn { display: flex; flex-wrap: wrap; gap: 1rem; justify-content: space-between; border-block-start: 1px solid var(--line); margin-block-start: 3rem; padding-block-start: 1rem; }
/* On a phone what is read comes before the list of all there is. */
@media (max-width: 59.99rem) { .guide .contents { order: 1; border-block-start: 1px solid var(--line); padding-block-start: 1rem; } }
@media (min-width: 60rem) {
  .guide { grid-template-columns: 15rem minmax(0, 1fr); }
  .guide header { grid-column: 1 / -1; }
  .guide .contents { position: sticky; inset-block-start: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto; }
}
`;

type At = { readonly pages: readonly GuidePage[]; readonly base: string; readonly current: string | undefined };

const linkTo = ({ base, current }: At, { name, title }: GuidePage): Html =>
  name === current
    ? html`<li><a href="${base}/${name}" aria-current="page">${title}</a></li>`
    : html`<li><a href="${base}/${name}">${title}</a></li>`;

/** Chapters as closed boxes but for the one that is read: thirty pages are no help to anybody. */
const contents = (at: At): Html => {
  const chapters = [...new Set(at.pages.map(({ chapter }) => chapter))];
  const open = at.pages.find(({ name }) => name === at.current)?.chapter ?? chapters[0];
  return html`<nav class="contents" aria-label="Contents">${chapters.map((chapter) => {
    const inner = html`<summary>${chapter}</summary><ul>${at.pages
      .filter((page) => page.chapter === chapter)
      .map((page) => linkTo(at, page))}</ul>`;
    return chapter === open ? html`<details open>${inner}</details>` : html`<details>${inner}</details>`;
  })}</nav>`;
};

const around = (at: At, question: string, main: Html): Html => html`<div class="guide">
<header><a href="${at.base}">Cartwright, the guide</a>
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

export const drawPage = (pages: readonly GuidePage[], page: GuidePage, base: string): Page => {
  const at = pages.indexOf(page);
  const [before, after] = [pages[at - 1], pages[at + 1]];
  const turn = html`<nav class="turn" aria-label="Pages beside this one">${
    before === undefined ? html`<span></span>` : html`<a rel="prev" href="${base}/${before.name}">← ${before.title}</a>`
  }${after === undefined ? null : html`<a rel="next" href="${base}/${after.name}">${after.title} →</a>`}</nav>`;
  return {
    title: `${page.title} · Cartwright`,
    style,
    body: around({ pages, base, current: page.name }, '', html`${onThisPage(page)}${page.rendered.body}${turn}`),
  };
};

type Search = { readonly question: string; readonly found: readonly Found[] };

export const drawFound = (pages: readonly GuidePage[], { question, found }: Search, base: string): Page => {
  const results =
    found.length === 0
      ? html`<p>No page has ${question === '' ? 'no words at all' : `all of these words: ${question}`}. Try fewer, or one of the contents.</p>`
      : html`<ul class="plain">${found.map(
          ({ page, excerpt }) =>
            html`<li class="panel"><a href="${base}/${page.name}">${page.title}</a> <span class="soft">${page.chapter}</span><p class="soft">${excerpt}</p></li>`,
        )}</ul>`;
  return {
    title: 'Search · Cartwright',
    style,
    body: around({ pages, base, current: undefined }, question, html`<h1>Search</h1>${results}`),
  };
};
