// The program as one file, kept in node_modules/.cache: two thousand small files take Node over a second to find and load, one
// takes a fifth of that. It is made when a source file, a package or Node has changed, and is never needed: where it
// cannot be made or kept, the sources run as they are. NODE_DISABLE_COMPILE_CACHE=1 always runs the sources.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lineTable } from './kept-lines.js';

const hashOf = (parts) => createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24);

/** Without reading the sources: a changed file has another time or size. */
const stateOf = (root) => {
  const src = join(root, 'src');
  const files = readdirSync(src, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const states = files.map(({ parentPath, name }) => {
    const file = join(parentPath, name);
    const { size, mtimeMs } = statSync(file);
    return `${file} ${size} ${mtimeMs}`;
  });
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const self = statSync(new URL(import.meta.url)).mtimeMs;
  return hashOf([process.version, String(self), lock, ...states.toSorted()]);
};

/** What a file says of its own place must stay true in a file elsewhere. */
const ownPlace = {
  name: 'own-place',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      return { contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)), loader: 'ts' };
    });
  },
};

/**
 * A text with one sign beyond Latin 1 takes Node two bytes for each of its signs, for as long as it runs: eight megabytes for six
 * signs in comments, patterns and templates (in texts esbuild has them this way already).
 */
const inBytes = (text) =>
  text.replaceAll(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

const bundle = async (root) => {
  const { build, stop } = await import('esbuild');
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join('src', 'main.ts')],
    outfile: 'program.mjs',
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    sourcemap: 'external',
    sourcesContent: false,
    logLevel: 'silent',
    // esbuild finds its own program by its place; the native driver is nobody's dependency.
    external: ['esbuild', 'pg-native'],
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    plugins: [ownPlace],
  });
  await stop();
  const [map, program] = outputFiles.toSorted((a, b) => b.path.length - a.path.length);
  return { program: inBytes(program.text), lines: JSON.stringify(lineTable(JSON.parse(map.text), `src/`)) };
};

/** Whole or not at all, also when two starts make it at once, the disk is full or the power fails. */
const keep = (file, contents) => {
  const half = `${file}.${process.pid}`;
  try {
    writeFileSync(half, contents, { flush: true });
    renameSync(half, file);
  } catch (error) {
    rmSync(half, { force: true });
    throw error;
  }
};

/** An empty one would end at once, in order and without a word: a power failure can leave it where a file was not flushed. */
const isThere = (file) => {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size > 0;
};

/** The one of this checkout as it was before. */
const forget = (folder, place, name) => {
  for (const file of readdirSync(folder)) {
    if (file.startsWith(place) && !file.startsWith(name)) rmSync(join(folder, file), { force: true });
  }
};

/** The kept program's files, made now if need be; undefined when it cannot be had. */
export const keptProgram = async (root) => {
  if (process.env['NODE_DISABLE_COMPILE_CACHE']) return undefined;
  const folder = join(root, 'node_modules', '.cache', 'cartwright');
  try {
    const place = hashOf([root]);
    const name = `${place}-${stateOf(root)}`;
    const [program, lines] = [join(folder, `${name}.mjs`), join(folder, `${name}.json`)];
    if (!isThere(program)) {
      mkdirSync(folder, { recursive: true });
      const made = await bundle(root);
      keep(lines, made.lines);
      keep(program, made.program);
      forget(folder, place, name);
    }
    return { program, lines, root };
  } catch {
    return undefined;
  }
};
