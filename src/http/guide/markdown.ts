/**
 * The part of markdown that docs/ is written in, as safe markup: headings, paragraphs, lists, tables, code. Pure. It is our own
 * text, so what is not understood is shown as it stands; markup in it is text like any other.
 */
import { html, type Html } from '../pages/page.ts';
import { inlineMarkup, type Leads, plainWords } from './markdown-inline.ts';

type Heading = { readonly level: number; readonly id: string; readonly words: string };
export type Rendered = { readonly body: Html; readonly headings: readonly Heading[] };

const HEADING = /^(#{1,4}) (.+)$/;
const ITEM = /^( *)(?:[-*]|\d+\.) +(.*)$/;
const FENCE = /^ *```(\w*)(?: [\w -]*)?$/;

/** As links of the pages expect it: small letters, hyphens, nothing else. */
const anchorOf = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

type Block = { readonly made: Html; readonly next: number };
type Lines = readonly string[];

const code = (text: string): Html => html`<pre tabindex="0"><code>${text}</code></pre>`;

const fence = (lines: Lines, at: number): Block => {
  const found = lines.findIndex((line, index) => index > at && /^ *```$/.test(line));
  const end = found === -1 ? lines.length : found;
  return { made: code(lines.slice(at + 1, end).join('\n')), next: end + 1 };
};

const runEnd = (lines: Lines, at: number, belongs: (line: string) => boolean): number => {
  const found = lines.findIndex((line, index) => index > at && !belongs(line));
  return found === -1 ? lines.length : found;
};

const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

const table = (lines: Lines, at: number, leads: Leads): Block => {
  const end = runEnd(lines, at, (line) => line.startsWith('|'));
  const [head = '', , ...rows] = lines.slice(at, end);
  const heads = cellsOf(head);
  const headRow = heads.every((cell) => cell === '')
    ? null
    : html`<thead><tr>${heads.map((cell) => html`<th scope="col">${inlineMarkup(cell, leads)}</th>`)}</tr></thead>`;
  const body = rows.map(
    (row) => html`<tr>${cellsOf(row).map((cell) => html`<td>${inlineMarkup(cell, leads)}</td>`)}</tr>`,
  );
  return {
    made: html`<div class="table" tabindex="0"><table>${headRow}<tbody>${body}</tbody></table></div>`,
    next: end,
  };
};

/** One entry: its words, and what is indented below them. */
const entry = (lines: Lines, at: number, end: number, leads: Leads): Html => {
  const [, indent = '', first = ''] = ITEM.exec(lines[at] ?? '') ?? [];
  const own = lines.slice(at + 1, end).map((line) => line.replace(new RegExp(`^ {1,${indent.length + 3}}`), ''));
  const found = own.findIndex((line) => ITEM.test(line) || FENCE.test(line));
  const nested = found === -1 ? own.length : found;
  const inside = nested === own.length ? null : blocks(own.slice(nested), leads).body;
  return html`<li>${inlineMarkup([first, ...own.slice(0, nested)].join(' ').trim(), leads)}${inside}</li>`;
};

const list = (lines: Lines, at: number, leads: Leads): Block => {
  const indent = (lines[at] ?? '').search(/\S/);
  const items: Html[] = [];
  let next = at;
  while (ITEM.test(lines[next] ?? '') && (lines[next] ?? '').search(/\S/) === indent) {
    const end = runEnd(lines, next, (line) => line === '' || line.search(/\S/) > indent);
    items.push(entry(lines, next, end, leads));
    next = end;
  }
  const isOrdered = /^ *\d/.test(lines[at] ?? '');
  return { made: isOrdered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`, next };
};

const paragraph = (lines: Lines, at: number, leads: Leads): Block => {
  const end = runEnd(
    lines,
    at,
    (line) => line !== '' && !HEADING.test(line) && !ITEM.test(line) && !FENCE.test(line) && !line.startsWith('|'),
  );
  return { made: html`<p>${inlineMarkup(lines.slice(at, end).join(' '), leads)}</p>`, next: end };
};

const indented = (lines: Lines, at: number): Block => {
  const end = runEnd(lines, at, (line) => line.startsWith('    '));
  const text = lines.slice(at, end).map((line) => line.slice(4));
  return { made: code(text.join('\n')), next: end };
};

const blockAt = (lines: Lines, at: number, leads: Leads): Block => {
  const line = lines[at] ?? '';
  if (FENCE.test(line)) return fence(lines, at);
  if (line.startsWith('|')) return table(lines, at, leads);
  if (ITEM.test(line)) return list(lines, at, leads);
  if (line.startsWith('    ')) return indented(lines, at);
  return paragraph(lines, at, leads);
};

const blocks = (lines: Lines, leads: Leads): Rendered => {
  const made: Html[] = [];
  const headings: Heading[] = [];
  let at = 0;
  while (at < lines.length) {
    const [, marks, title = ''] = HEADING.exec(lines[at] ?? '') ?? [];
    if (lines[at] === '' || lines[at]?.startsWith('<!--')) at += 1;
    else if (marks !== undefined) {
      const heading = { level: marks.length, id: anchorOf(plainWords(title)), words: plainWords(title) };
      headings.push(heading);
      const inner = inlineMarkup(title, leads);
      made.push({ markup: `<h${heading.level} id="${heading.id}">${inner.markup}</h${heading.level}>\n` });
      at += 1;
    } else {
      const block = blockAt(lines, at, leads);
      made.push(block.made);
      at = block.next;
    }
  }
  return { body: html`${made}`, headings };
};

export const renderMarkdown = (text: string, leads: Leads): Rendered =>
  blocks(
    text.split('\n').map((line) => line.trimEnd()),
    leads,
  );
