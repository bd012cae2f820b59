/**
 * What a build made, kept beside the packages until something it was made from changes: building takes longer than all the
 * rest of a start. A folder that cannot be written keeps nothing, and every start builds.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type BuiltFile = { readonly path: string; readonly text: string };

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = join(root, 'node_modules', '.cache', 'cartwright');

/** What is built, whatever its sources say. */
const placeOf = (sources: string, entries: readonly string[]): string =>
  createHash('sha256')
    .update([sources, ...entries].join('\n'))
    .digest('hex')
    .slice(0, 12);

/** Of everything below `sources` and of the packages' versions. Who builds many things of the same sources asks once. */
export const stateOf = (sources: string): string => {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  const files = readdirSync(sources, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
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

/** What was kept of the same thing before, and what earlier versions kept without its name. */
const forget = (place: string, file: string): void => {
  const isOld = (name: string): boolean =>
    (name.startsWith(`web-${place}-`) && join(folder, name) !== file) || /^web-[0-9a-f]{24}\.json$/.test(name);
  for (const name of readdirSync(folder).filter(isOld)) rmSync(join(folder, name), { force: true });
};

/** Whole or not at all, also when two starts keep it at once. */
const keep = (place: string, file: string, built: readonly BuiltFile[]): void => {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(built));
    renameSync(`${file}.${process.pid}`, file);
    forget(place, file);
  } catch {
    // The next start builds again.
  }
};

export const keptBuild = async (
  sources: string,
  entries: readonly string[],
  build: () => Promise<readonly BuiltFile[]>,
  state = stateOf(sources),
): Promise<readonly BuiltFile[]> => {
  const place = placeOf(sources, entries);
  const file = join(folder, `web-${place}-${state}.json`);
  const kept = read(file);
  if (kept !== undefined) return kept;
  const built = await build();
  keep(place, file, built);
  return built;
};
