/**
 * What a build made, kept beside the packages until something it was made from changes: building takes longer than all the
 * rest of a start. A folder that cannot be written keeps nothing, and every start builds.
 */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type BuiltFile = { readonly path: string; readonly text: string };

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = join(root, 'node_modules', '.cache', 'cartwright');

/** Of everything below `sources`, of the packages' versions, and of what is built from them. */
const stateOf = (sources: string, entries: readonly string[]): string => {
  const hash = createHash('sha256')
    .update(entries.join('\n'))
    .update(readFileSync(join(root, 'package-lock.json')));
  const files = globSync('**/*', { cwd: sources, withFileTypes: true }).filter((file) => file.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
  for (const path of paths) hash.update(path.slice(sources.length)).update(readFileSync(path));
  return hash.digest('hex').slice(0, 24);
};

const read = (file: string): readonly BuiltFile[] | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as readonly BuiltFile[];
  } catch {
    return undefined;
  }
};

/** Whole or not at all, also when two starts keep it at once. */
const keep = (file: string, built: readonly BuiltFile[]): void => {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(built));
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // The next start builds again.
  }
};

export const keptBuild = async (
  sources: string,
  entries: readonly string[],
  build: () => Promise<readonly BuiltFile[]>,
): Promise<readonly BuiltFile[]> => {
  const file = join(folder, `web-${stateOf(sources, entries)}.json`);
  const kept = read(file);
  if (kept !== undefined) return kept;
  const built = await build();
  keep(file, built);
  return built;
};
