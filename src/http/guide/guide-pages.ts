/** The pages of docs/ in the order in which they are read, what links between them mean, and where words stand. Pure but for reading. */
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { inSlices } from '../../shared/slices.ts';
import { plainWords } from './markdown-inline.ts';
import { type Rendered, renderMarkdown } from './markdown.ts';

export type GuidePage = {
  /** `how-to/promotion`, as it stands behind /guide/. */
  readonly name: string;
  readonly title: string;
  readonly chapter: string;
  readonly rendered: Rendered;
  /** What is searched: its words as they are shown, and in small letters. */
  readonly words: string;
  readonly small: string;
};

type Chapter = { readonly title: string; readonly pages: readonly string[] };
const chapters: readonly Chapter[] = [
  { title: 'Start', pages: ['start.md', 'concepts.md'] },
  { title: 'How to', pages: ['how-to/*.md'] },
  { title: 'Reference', pages: ['behaviour/*.md', 'configuration.md', 'errors.md', 'permissions.md'] },
  { title: 'Operations', pages: ['operations.md', 'operations/*.md', 'performance.md', 'reliability.md'] },
  { title: 'Decisions', pages: ['decisions/README.md', 'decisions/0*.md'] },
];

const nameOf = (file: string): string => file.replace(/\.md$/, '').replace(/\/README$/, '');

/** What a link in a file of docs/ leads to in the guide; undefined for files that are not in it. */
const leadsFrom =
  (file: string, known: ReadonlySet<string>, base: string) =>
  (target: string): string | undefined => {
    if (/^https?:/.test(target)) return target;
    if (target.startsWith('#')) return target;
    const [path = '', anchor] = target.split('#');
    const found = posix.normalize(posix.join(posix.dirname(file), path));
    if (/^pictures\/[\w-]+\.(png|webp)$/.test(found)) return `${base}/${found}`;
    if (!known.has(found)) return undefined;
    return `${base}/${nameOf(found)}${anchor === undefined ? '' : `#${anchor}`}`;
  };

/** All of it is drawn once, a few pages in one turn of the loop: together they take longer than anybody may be held up. */
const PAGES_AT_ONCE = 3;

export const readGuide = async (folder: string, base: string): Promise<readonly GuidePage[]> => {
  const listed = chapters.map(({ title, pages }) => ({
    title,
    files: pages.flatMap((pattern) =>
      globSync(pattern, { cwd: folder })
        .map((file) => file.replaceAll('\\', '/'))
        .toSorted(),
    ),
  }));
  const known = new Set(listed.flatMap(({ files }) => files));
  const files = listed.flatMap(({ title: chapter, files: named }) => named.map((file) => ({ chapter, file })));
  return inSlices(files, PAGES_AT_ONCE, ({ chapter, file }) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const rendered = renderMarkdown(text, leadsFrom(file, known, base));
    const words = plainWords(text);
    const title = rendered.headings[0]?.words ?? file;
    return { name: nameOf(file), title, chapter, rendered, words, small: words.toLowerCase() };
  });
};

export type Found = { readonly page: GuidePage; readonly excerpt: string };
const MOST_FOUND = 20;
const AROUND = 90;

const excerptOf = ({ words, small }: GuidePage, word: string): string => {
  // The title stands above it already.
  const body = words.indexOf('\n') + 1;
  const at = Math.max(body, small.indexOf(word, body));
  const from = Math.max(body, at - AROUND);
  // Whole words: what is cut in two reads as a misprint.
  const lead = words.slice(from, at);
  const before = from > body ? lead.replace(/^\S+\s/, '') : lead;
  const after = words.slice(at, at + AROUND + word.length).replace(/\s\S*$/, '');
  const cut = `${before}${after}`.replaceAll(/^#+ /gm, '').replaceAll(/\s+/g, ' ').trim();
  return `${from > body ? '…' : ''}${cut}…`;
};

/** More often than this is often enough: who asks for one letter does not have all of its places counted. */
const MOST_COUNTED = 50;
const timesIn = (text: string, word: string): number => {
  let times = 0;
  for (let at = text.indexOf(word); at >= 0 && times < MOST_COUNTED; at = text.indexOf(word, at + word.length))
    times += 1;
  return times;
};

/** Pages that have all the words; those that have them in their title first, then those that have them most often. */
export const searchGuide = (pages: readonly GuidePage[], question: string): readonly Found[] => {
  const words = [...new Set(question.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, 8);
  if (words.length === 0) return [];
  return pages
    .map((page) => {
      const counts = words.map((word) => timesIn(page.small, word));
      const titled = words.filter((word) => page.title.toLowerCase().includes(word)).length;
      const weight = counts.includes(0) ? 0 : titled * 1_000 + counts.reduce((sum, count) => sum + count, 0);
      return { page, weight };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, MOST_FOUND)
    .map(({ page }) => ({ page, excerpt: excerptOf(page, words[0] ?? '') }));
};
