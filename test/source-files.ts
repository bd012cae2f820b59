/** The source as files and the arrows between them, for the tests that hold the house's rules. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const sources: readonly string[] = globSync(['src/**/*.ts', 'web/**/*.{ts,tsx}'], { cwd: root }).toSorted();
export const read = (file: string): string => readFileSync(join(root, file), 'utf8');
export const withoutComments = (source: string): string => source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

export type Arrow = { readonly from: string; readonly to: string; readonly typeOnly: boolean };
const importPattern =
  /^\s*(?:import|export)\s+(type\s)?[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^\s*import\s*['"]([^'"]+)['"]/gm;
export const arrowsOf = (file: string, source: string): readonly Arrow[] =>
  [...source.matchAll(importPattern)].map((match) => {
    const target = match[2] ?? match[3] ?? match[4] ?? '';
    const to = target.startsWith('.') ? relative(root, join(root, dirname(file), target)) : target;
    return { from: file, to, typeOnly: match[1] !== undefined };
  });

export const arrows: readonly Arrow[] = sources.flatMap((file) => arrowsOf(file, read(file)));

type Graph = ReadonlyMap<string, readonly string[]>;
export const graphOf = (all: readonly Arrow[]): Graph =>
  new Map(
    [...Map.groupBy(all, ({ from }) => from)].map(([from, out]) => [from, [...new Set(out.map(({ to }) => to))]]),
  );

/** Everything that can be reached, the start included. */
export const reachedFrom = (graph: Graph, start: readonly string[]): ReadonlySet<string> => {
  const reached = new Set(start);
  for (const file of reached) for (const next of graph.get(file) ?? []) reached.add(next);
  return reached;
};

/** The files that lead back to themselves, each with where it leads on the way. */
export const circlesOf = (graph: Graph): readonly string[] =>
  [...graph].flatMap(([file, targets]) => {
    const back = targets.filter((target) => reachedFrom(graph, [target]).has(file));
    return back.length === 0 ? [] : [`${file} -> ${back.join(', ')}`];
  });
