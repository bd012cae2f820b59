/** The pages of docs/ in the order in which they are read, what links between them mean, and where words stand. Pure but for reading. */
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { plainWords } from './markdown-inline.ts';
import { type Rendered, renderMarkdown } from './markdown.ts';

export type GuidePage = {
  /** `how-to/promotion`, as it stands behind /guide/. */
  readonly name: string;
  readonly title: string;
  readonly chapter: string;
  readonly text: string;
  readonly rendered: Rendered;
};

type Chapter = { readonly title: string; readonly pages: readonly string[] };
const chapters: readonly Chapter[] = [
  { title: 'Start', pages: ['start.md', 'concepts.md'] },
  { title: 'How to', pages: ['how-to/*.md'] },
  { title: 'Reference', pages: ['behaviour/*.md', 'configuration.md', 'errors.md', 'permissions.md'] },
  { title: 'Operations', pages: ['operations.md', 'operations/*.md', 'performance.md'] },
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

export const readGuide = (folder: string, base: string): readonly GuidePage[] => {
  const listed = chapters.map(({ title, pages }) => ({
    title,
    files: pages.flatMap((pattern) =>
      globSync(pattern, { cwd: folder })
        .map((file) => file.replaceAll('\\', '/'))
        .toSorted(),
    ),
  }));
  const known = new Set(listed.flatMap(({ files }) => files));
  return listed.flatMap(({ title: chapter, files }) =>
    files.map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const rendered = renderMarkdown(text, leadsFrom(file, known, base));
      return { name: nameOf(file), title: rendered.headings[0]?.words ?? file, chapter, text, rendered };
    }),
  );
};

export type Found = { readonly page: GuidePage; readonly excerpt: string };
const MOST_FOUND = 20;
const AROUND = 90;

const excerptOf = (plain: string, word: string): string => {
  const at = plain.toLowerCase().indexOf(word);
  const from = Math.max(0, at - AROUND);
  const cut = plain.slice(from, at + AROUND + word.length).replaceAll(/\s+/g, ' ');
  return `${from > 0 ? '…' : ''}${cut}…`;
};

/** Pages that have all the words; those that have them in their title first, then those that have them most often. */
export const searchGuide = (pages: readonly GuidePage[], question: string): readonly Found[] => {
  const words = question.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  if (words.length === 0) return [];
  return pages
    .map((page) => {
      const plain = plainWords(page.text);
      const small = plain.toLowerCase();
      const counts = words.map((word) => small.split(word).length - 1);
      const titled = words.filter((word) => page.title.toLowerCase().includes(word)).length;
      const weight = counts.includes(0) ? 0 : titled * 1_000 + counts.reduce((sum, count) => sum + count, 0);
      return { page, weight, plain };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, MOST_FOUND)
    .map(({ page, plain }) => ({ page, excerpt: excerptOf(plain, words[0] ?? '') }));
};
