/** A page of docs/ as sentences, of which a search shows one. Pure. */
import { plainWords } from './markdown-inline.ts';

const FENCED = /^ *```[^]*?^ *```$/gm;
const NO_PROSE = /^(?:\||#|<!--| {4})/;
const ITEM = /^ *(?:[-*]|\d+\.) +/;

/** What is read as sentences: without code, tables and titles, each entry of a list by itself. */
export const sentencesOf = (text: string): readonly string[] =>
  text
    .replaceAll(FENCED, '')
    .split('\n')
    .map((line) => (NO_PROSE.test(line) ? '' : line.replace(ITEM, '\n')))
    .join('\n')
    .split(/\n{2,}/)
    .map((part) => plainWords(part).replaceAll(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
    .flatMap((part) => part.split(/(?<=[.!?]) (?=[\p{Lu}“(])/u));
