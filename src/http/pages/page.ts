/**
 * Pages for people, made on the server. Text is escaped unless it is already `Html`; a page loads nothing from elsewhere
 * and runs no script but the one it is given, whose hash is in its content security policy.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { houseIcon, houseStyle } from './house-style.ts';
import { ownEntry } from '../../shared/own-entry.ts';

/** Markup that is safe to put into a page; only `html` makes it. */
export type Html = { readonly markup: string };
export type Fragment = Html | string | number | null | undefined | readonly Fragment[];

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ownEntry(escapes, character) ?? '');
const isList = (fragment: Fragment): fragment is readonly Fragment[] => Array.isArray(fragment);
const markupOf = (fragment: Fragment): string => {
  if (fragment === null || fragment === undefined) return '';
  if (isList(fragment)) return fragment.map(markupOf).join('');
  return typeof fragment === 'object' ? fragment.markup : escape(String(fragment));
};

/** Attribute values go between quotes: `html\`<a href="${address}">${text}</a>\``. */
export const html = (strings: TemplateStringsArray, ...fragments: readonly Fragment[]): Html => ({
  markup: strings.map((part, index) => part + markupOf(fragments[index])).join(''),
});

export type Page = {
  readonly title: string;
  readonly body: Html;
  /** What it looks like beside the house's style. */
  readonly style?: string;
  /** A few lines of our own that make the page nicer; it must work without them. */
  readonly script?: string;
};

/** Languages that are written from right to left; the style sheets know only where a line begins and ends. */
const FROM_THE_RIGHT = new Set(['ar', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi']);
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  FROM_THE_RIGHT.has(language.toLowerCase().split('-')[0] ?? '') ? 'rtl' : 'ltr';

/** What every page of the house has around its own parts; each part of the head ends with its line. */
export const pageFrame = (title: string, head: Html | null, body: Html, language = 'en'): string =>
  html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${houseIcon}">
${head}</head>
<body>${body}</body>
</html>
`.markup;

export const renderPage = ({ title, body, style, script }: Page): string => {
  const code: Html | undefined = script === undefined ? undefined : { markup: `<script>${script}</script>` };
  const own: Html | undefined = style === undefined ? undefined : { markup: `<style>${style}</style>` };
  return pageFrame(title, html`<style>${{ markup: houseStyle }}</style>\n${own}\n`, html`${body}${code}`);
};

/** JSON that cannot end the element it stands in. */
export const embeddedJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** For pages that run a bundle: nothing inline, nothing from elsewhere but pictures, which lie where a merchant keeps them. */
const ownFilesPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
export const ownFilesHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': ownFilesPolicy,
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
};

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What a page takes beside the house's style and its own script. */
export type PageSources = { readonly styles?: string; readonly files?: string };

export const pageHeaders = (
  script: string | undefined,
  { styles = hashSource(houseStyle), files = '' }: PageSources = {},
): Readonly<Record<string, string>> => ({
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${styles}`,
    `script-src ${script === undefined ? "'none'" : `${hashSource(script)} ${files}`.trim()}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
});

export const stylesOf = ({ style }: Page): string =>
  style === undefined ? hashSource(houseStyle) : `${hashSource(houseStyle)} ${hashSource(style)}`;

export const sendPage = (reply: FastifyReply, page: Page): FastifyReply =>
  reply
    .headers({ 'cache-control': 'no-store', ...pageHeaders(page.script, { styles: stylesOf(page) }) })
    .type('text/html; charset=utf-8')
    .send(renderPage(page));
