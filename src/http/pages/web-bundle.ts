/**
 * Pages that run in the browser, bundled from `web/` at the first start after it changed: no dist folder, no build step.
 * A file is named by its own content, so a browser keeps it for ever and a changed one is another file.
 */
import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '../../shared/errors.ts';
import { once } from '../../shared/once.ts';
import { ownEntry } from '../../shared/own-entry.ts';
import { type BuiltFile, keptBuild, stateOf } from './kept-build.ts';

export type WebFile = Readonly<{ name: string; type: string; plain: Buffer; gzipped: () => Buffer }>;
export type WebBundle = {
  readonly script: WebFile;
  readonly style: WebFile;
  /** What the script is made of besides: what it needs at once, and what it asks for when it is wanted. */
  readonly atOnce: readonly WebFile[];
  readonly later: readonly WebFile[];
};

const web = fileURLToPath(new URL('../../../web/', import.meta.url));
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};
const YEAR_SECONDS = 31_536_000;

/** `name`: of a file that others import by it; it has a hash of its content in it, too. */
const webFile = ({ path, text }: BuiltFile, name?: string): WebFile => {
  const extension = extname(path);
  const plain = Buffer.from(text);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 16);
  return {
    name: name ?? `${hash}${extension}`,
    type: ownEntry(types, extension) ?? 'application/octet-stream',
    plain,
    gzipped: once(() => gzipSync(plain, { level: 9 })),
  };
};

/** Data for a page, served as its other files are. */
export const dataFile = (data: unknown): WebFile => webFile({ path: 'data.json', text: JSON.stringify(data) });

type Form = { readonly format: 'esm' } | { readonly format: 'iife'; readonly globalName: string } | typeof inParts;
/** What is imported by a call becomes a file of its own, and what both need a third. */
const inParts = {
  format: 'esm',
  splitting: true,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
} as const;

/**
 * A mistake in web/ stops the start. One bundle at a time: esbuild works in a process of its own, which ends with it. Not its
 * synchronous form: a start that blocks the loop for that long looks like overload to the first callers.
 */
const bundle = async (entryPoints: readonly string[], form: Form): Promise<readonly BuiltFile[]> => {
  const { build, stop } = await import('esbuild');
  const { outputFiles } = await build({
    absWorkingDir: web,
    entryPoints: [...entryPoints],
    outdir: 'out',
    bundle: true,
    write: false,
    minify: true,
    ...form,
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  await stop();
  return outputFiles.map(({ path, text }) => ({ path, text }));
};
/** What web/ is like now: a start asks once for all that it bundles, because every file is read for it. */
export const webState = (): string => stateOf(web);

const bundled = async (entryPoints: readonly string[], form: Form, state: string): Promise<readonly WebFile[]> =>
  (await keptBuild(web, entryPoints, () => bundle(entryPoints, form), state)).map((file) =>
    'splitting' in form ? webFile(file, basename(file.path)) : webFile(file),
  );

const found = (files: readonly WebFile[], extension: string, first = ''): WebFile => {
  const file = files.find(({ name }) => name.startsWith(first) && extname(name) === extension);
  if (file === undefined) throw new Error(`the bundle has no ${extension} file`);
  return file;
};

/** `folder` is one below web/ with a main.tsx and a style sheet of its own name. */
export const bundleWeb = async (folder: string, state = webState()): Promise<WebBundle> => {
  const files = await bundled([`${folder}/main.tsx`, `${folder}/${folder}.css`], inParts, state);
  const [script, style] = [found(files, '.js', 'main-'), found(files, '.css')];
  const parts = files.filter((file) => file !== script && file !== style);
  const isShared = ({ name }: WebFile): boolean => name.startsWith('chunk-');
  return { script, style, atOnce: parts.filter(isShared), later: parts.filter((file) => !isShared(file)) };
};

/** `entry` is a module below web/ that pages of others import. */
export const bundleScript = async (entry: string, state = webState()): Promise<WebFile> =>
  found(await bundled([entry], { format: 'esm' }, state), '.js');

/** `entry` is a module below web/ that the node runs itself: a script that sets the global `name` to what the module exports. */
export const bundleParts = async (entry: string, name: string, state: string): Promise<WebFile> =>
  found(await bundled([entry], { format: 'iife', globalName: name }, state), '.js');

/** Serves the files below `path`, compressed to those who take it. */
export const webBundleRoutes = (app: FastifyInstance, path: string, all: readonly WebFile[]): void => {
  const files = new Map(all.map((file) => [file.name, file]));
  app.get<{ Params: { readonly name: string } }>(
    `${path}/:name`,
    {
      config: { access: { kind: 'public' } },
      schema: { hide: true, params: Type.Object({ name: Type.String({ maxLength: 64 }) }) },
    },
    async (request, reply) => {
      const file = files.get(request.params.name);
      if (file === undefined) throw new Refusal('route_not_found');
      const compressed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
      reply.headers({ 'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`, vary: 'accept-encoding' });
      if (compressed) reply.header('content-encoding', 'gzip');
      return reply.type(file.type).send(compressed ? file.gzipped() : file.plain);
    },
  );
};
