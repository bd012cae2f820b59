/** What stands inside a line of markdown, as safe markup: code, links, pictures, strong and stressed words. Pure. */
import { html, type Fragment, type Html } from '../pages/page.ts';

/** Where a link of a page leads; undefined shows its words alone. */
export type Leads = (target: string) => string | undefined;

/** In the order in which they are looked for: what stands in code is nothing but itself. */
const PIECE =
  /(?<ticks>`+)(?<code>.+?)\k<ticks>(?!`)|!\[(?<alt>[^\]]*)\]\((?<source>[^)\s]+)\)|\[(?<words>(?:!\[[^\]]*\]\([^)]*\)|[^\][]|\[[^\]]*\])*)\]\((?<target>[^)\s]+)\)|<(?<address>https?:[^>\s]+)>|\*\*(?<strong>[^*]+)\*\*|(?<![\w*])\*(?<stressed>[^*\s](?:[^*]*[^*\s])?)\*(?![\w*])|\\(?<plain>[\\`*_{}[\]()#+.!|<>-])/u;

const pieceOf = (found: Readonly<Record<string, string | undefined>>, leads: Leads): Html => {
  const { code, alt, source, words, target, address, strong, stressed, plain } = found;
  if (code !== undefined) return html`<code>${code}</code>`;
  if (source !== undefined) {
    const from = leads(source);
    return from === undefined ? html`${alt}` : html`<img src="${from}" alt="${alt}" loading="lazy">`;
  }
  if (target !== undefined) {
    const inner = inlineMarkup(words ?? '', leads);
    const to = leads(target);
    return to === undefined ? inner : html`<a href="${to}">${inner}</a>`;
  }
  if (address !== undefined) return html`<a href="${address}">${address}</a>`;
  if (stressed !== undefined) return html`<em>${inlineMarkup(stressed, leads)}</em>`;
  return strong === undefined ? html`${plain}` : html`<strong>${inlineMarkup(strong, leads)}</strong>`;
};

export const inlineMarkup = (text: string, leads: Leads): Html => {
  const parts: Fragment[] = [];
  let rest = text;
  for (let found = PIECE.exec(rest); found !== null; found = PIECE.exec(rest)) {
    parts.push(rest.slice(0, found.index), pieceOf(found.groups ?? {}, leads));
    rest = rest.slice(found.index + found[0].length);
  }
  return html`${[...parts, rest]}`;
};

/** The words alone, for titles and for the search. */
export const plainWords = (text: string): string =>
  text
    .replaceAll(/!?\[((?:[^\][]|\[[^\]]*\])*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|]/g, '')
    .replaceAll(/\\(.)/g, '$1');
