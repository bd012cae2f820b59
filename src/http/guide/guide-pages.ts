/** The pages of docs/ in the order in which they are read, and what links between them mean. Pure but for reading. */
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { inSlices } from '../../shared/slices.ts';
import { sentencesOf } from './guide-sentences.ts';
import { plainWords } from './markdown-inline.ts';
import { type Rendered, renderMarkdown } from './markdown.ts';

export type GuidePage = {
  /** `how-to/promotion`, as it stands behind /guide/. */
  readonly name: string;
  readonly title: string;
  readonly chapter: string;
  readonly rendered: Rendered;
  /** What is searched: its words in small letters. */
  readonly small: string;
  readonly sentences: readonly string[];
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
    const small = plainWords(text).toLowerCase();
    const title = rendered.headings[0]?.words ?? file;
    return { name: nameOf(file), title, chapter, rendered, small, sentences: sentencesOf(text) };
  });
};
