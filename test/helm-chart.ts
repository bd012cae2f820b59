/**
 * The Helm chart as Helm would write it out: of its templates' language as much as the chart uses, and an error for anything else,
 * so that the chart stays one that can be read here. Helm itself is not in Debian.
 */
import { globSync, readFileSync } from 'node:fs';
import { parseYaml } from '@redocly/openapi-core';

type Scope = Readonly<Record<string, unknown>>;
type Part = { readonly text: string } | { readonly does: string };

const chart = new URL('../deploy/helm/cartwright/', import.meta.url);

/** `{{-` takes away the space before it. */
const partsOf = (template: string): readonly Part[] =>
  template.split(/(\s*\{\{- .*? \}\}|\{\{ .*? \}\})/).map((piece) => {
    const [, does] = /^\s*\{\{-? (.*) \}\}$/.exec(piece) ?? [];
    return does === undefined ? { text: piece } : { does };
  });

const valueAt = (scope: Scope, name: string): unknown => {
  if (/^\d+$/.test(name)) return Number(name);
  const found = name
    .replace(/^\./, '')
    .split('.')
    .reduce<unknown>((value, key) => (value as Scope | undefined)?.[key], scope);
  if (found === undefined) throw new Error(`The chart names ${name}, which values.yaml does not have.`);
  return found;
};

const functions: Readonly<Record<string, (...given: readonly unknown[]) => unknown>> = {
  add: (...given) => given.reduce<number>((sum, one) => sum + Number(one), 0),
  quote: (value) => JSON.stringify(String(value)),
  not: (value) => value === false || value === '' || value === 0,
  toYaml: (value) => JSON.stringify(value),
  nindent: (by, value) => `\n${' '.repeat(Number(by))}${String(value)}`,
};

const evaluate = (scope: Scope, expression: string): unknown =>
  expression.split(' | ').reduce<readonly unknown[]>((before, step) => {
    const [name = '', ...given] = step.split(' ');
    const named = functions[name];
    if (named !== undefined) return [named(...given.map((one) => valueAt(scope, one)), ...before)];
    if (given.length > 0 || before.length > 0) throw new Error(`The chart uses ${name}, which is not known here.`);
    return [valueAt(scope, name)];
  }, [])[0];

const rangeOf = (does: string): readonly string[] | undefined =>
  /^range (\$\w+), (\$\w+) := (\S+)$/.exec(does)?.slice(1);

type Written = { readonly text: string; readonly next: number };
/** A part that holds others, from here to its `end`: each round, or none, and where it goes on. */
const writeBlock = (parts: readonly Part[], from: number, scope: Scope, does: string): Written => {
  const [name = '', value = '', of = ''] = rangeOf(does) ?? [];
  if (of === '') {
    const inside = write(parts, from, scope);
    const isMeant = functions['not']?.(evaluate(scope, does.replace(/^if /, ''))) === false;
    return { ...inside, text: isMeant ? inside.text : '' };
  }
  const rounds = Object.entries(valueAt(scope, of) as Scope).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const written = rounds.map(([key, one]) => write(parts, from, { ...scope, [name]: key, [value]: one }).text);
  return { text: written.join(''), next: write(parts, from, { ...scope, [name]: '', [value]: '' }).next };
};

/** From here to the `end` that belongs to it. */
const write = (parts: readonly Part[], from: number, scope: Scope): Written => {
  let text = '';
  for (let at = from; at < parts.length; at += 1) {
    const part = parts[at] ?? { text: '' };
    if ('text' in part) text += part.text;
    else if (part.does === 'end') return { text, next: at };
    else if (/^(?:if|range) /.test(part.does)) {
      const block = writeBlock(parts, at + 1, scope, part.does);
      text += block.text;
      at = block.next;
    } else text += String(evaluate(scope, part.does));
  }
  return { text, next: parts.length };
};

export type Manifest = Scope & {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Scope };
  readonly spec: Scope;
};

/** What is installed with these values over those of values.yaml. */
export const manifests = (release: string, given: Scope = {}): readonly Manifest[] => {
  const values = parseYaml(readFileSync(new URL('values.yaml', chart), 'utf8')) as Scope;
  const scope = { Values: { ...values, ...given }, Release: { Name: release } };
  return globSync('templates/*.yaml', { cwd: chart.pathname })
    .toSorted()
    .map((file) => write(partsOf(readFileSync(new URL(file, chart), 'utf8')), 0, scope).text)
    .flatMap((text) => text.split(/^---$/m))
    .filter((text) => text.trim() !== '')
    .map((text) => parseYaml(text) as Manifest);
};
