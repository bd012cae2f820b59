/** What letters say. Values in, text and markup out. Pure. */
import { type Html, html } from '../http/pages/page.ts';
import type { Letter } from './mail-statements.ts';

export type LetterPart = { readonly text: string; readonly link?: string };

const markupOf = ({ text, link }: LetterPart): Html =>
  link === undefined ? html`<p>${text}</p>` : html`<p><a href="${link}">${text}</a></p>`;

/** One line: a subject with a line break could become another header. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);

export const letterOf = (to: string, subject: string, parts: readonly LetterPart[]): Letter => ({
  to,
  subject: oneLine(subject),
  text: `${parts.map(({ text, link }) => (link === undefined ? text : `${text}\n${link}`)).join('\n\n')}\n`,
  html: html`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${oneLine(subject)}</title><body>${parts.map(markupOf)}</body></html>`
    .markup,
});

export const invitationLetter = (to: string, organization: string, link: string): Letter =>
  letterOf(to, `You are invited to ${organization}`, [
    { text: `You are invited to run ${organization}.` },
    { text: 'Come in', link },
    { text: 'The link works once, within 24 hours. If you did not expect it, do nothing.' },
  ]);
