/** The boolean expression of a discount rule, such as `( rule#1 and ( rule#2 or not rule#3 ) )`. */
import type { BuyCondition } from './offer-types.ts';
import { DefinitionProblem } from './read-definition.ts';
import { ownEntry } from '../../shared/own-entry.ts';

/** A single `&` or `|` is none of its words. */
const tokenPattern = /\(|\)|&&|\|\||!|[^\s()!&|]+|[&|]/g;

const tokensOf = (expression: string): readonly string[] => {
  const tokens: readonly string[] = expression.match(tokenPattern) ?? [];
  if (tokens.includes('&') || tokens.includes('|')) {
    throw new DefinitionProblem(`Cannot read the buy condition: ${expression}`);
  }
  return tokens;
};

const words: Readonly<Record<string, 'and' | 'or' | 'not'>> = {
  and: 'and',
  '&&': 'and',
  or: 'or',
  '||': 'or',
  not: 'not',
  '!': 'not',
};
/** Longer ones are names of rules. */
const LONGEST_WORD = 3;
const wordOf = (token: string): string =>
  token.length > LONGEST_WORD ? token : (ownEntry(words, token.toLowerCase()) ?? token);

/** Enough for a hundred rules, and not enough to nest brackets deeper than the stack. */
const longest = 4000;

/** An expression without a word is always true. `or` binds weakest, `not` strongest. Names outside `slugs` are refused. */
export const parseBuyCondition = (expression: string, slugs: ReadonlySet<string>): BuyCondition => {
  if (expression.length > longest)
    throw new DefinitionProblem(`The buy condition is longer than ${longest} characters.`);
  const tokens = tokensOf(expression).map(wordOf);
  let at = 0;
  const next = (): string | undefined => tokens[at];

  const primary = (): BuyCondition => {
    const token = next();
    at += 1;
    if (token === 'not') return { kind: 'not', of: primary() };
    if (token === '(') {
      const inner = alternatives();
      if (next() !== ')') throw new DefinitionProblem(`A bracket is not closed: ${expression}`);
      at += 1;
      return inner;
    }
    if (token === undefined || !slugs.has(token)) {
      throw new DefinitionProblem(`The buy condition names no rule: ${token ?? 'end'} in ${expression}`);
    }
    return { kind: 'rule', slug: token };
  };
  const chain = (word: string, kind: 'all' | 'any', part: () => BuyCondition): BuyCondition => {
    const parts = [part()];
    while (next() === word) {
      at += 1;
      parts.push(part());
    }
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind, of: parts };
  };
  const together = (): BuyCondition => chain('and', 'all', primary);
  const alternatives = (): BuyCondition => chain('or', 'any', together);

  if (tokens.length === 0) return { kind: 'all', of: [] };
  const condition = alternatives();
  if (at < tokens.length) throw new DefinitionProblem(`Words are left over in the buy condition: ${expression}`);
  return condition;
};

type Literal = { readonly slug: string; readonly holds: boolean };

/** A condition of many brackets could stand for more alternatives than anyone can read. */
const mostAlternatives = 64;

const joined = (left: readonly Literal[], right: readonly Literal[]): readonly Literal[] => [
  ...left,
  ...right.filter(({ slug, holds }) => !left.some((known) => known.slug === slug && known.holds === holds)),
];
const contradicts = (literals: readonly Literal[]): boolean =>
  literals.some(({ slug, holds }) => literals.some((other) => other.slug === slug && other.holds !== holds));

const expand = (condition: BuyCondition, holds: boolean): readonly (readonly Literal[])[] => {
  if (condition.kind === 'rule') return [[{ slug: condition.slug, holds }]];
  if (condition.kind === 'not') return expand(condition.of, !holds);
  const parts = condition.of.map((part) => expand(part, holds));
  if ((condition.kind === 'all') !== holds) return atMost(parts.flat());
  return parts.reduce<readonly (readonly Literal[])[]>(
    (ways, part) => atMost(ways.flatMap((way) => part.map((more) => joined(way, more)))),
    [[]],
  );
};
const atMost = (ways: readonly (readonly Literal[])[]): readonly (readonly Literal[])[] => {
  if (ways.length > mostAlternatives)
    throw new DefinitionProblem(`The buy condition stands for more than ${mostAlternatives} alternatives.`);
  return ways;
};

/** An alternative: rules that must hold, in the order of writing, and rules that must not. */
export type Alternative = { readonly holding: readonly string[]; readonly failing: readonly string[] };

/** The condition as alternatives, in the order of writing; one that contradicts itself is none. */
export const alternativesOf = (condition: BuyCondition): readonly Alternative[] =>
  expand(condition, true)
    .filter((literals) => !contradicts(literals))
    .map((literals) => ({
      holding: literals.filter(({ holds }) => holds).map(({ slug }) => slug),
      failing: literals.filter(({ holds }) => !holds).map(({ slug }) => slug),
    }));

/** Slugs that must all be true; what hides behind `or` and `not` is not among them. */
export const requiredSlugs = (condition: BuyCondition): readonly string[] => {
  if (condition.kind === 'rule') return [condition.slug];
  return condition.kind === 'all' ? condition.of.flatMap(requiredSlugs) : [];
};

export const mentionedSlugs = (condition: BuyCondition): readonly string[] => {
  if (condition.kind === 'rule') return [condition.slug];
  return condition.kind === 'not' ? mentionedSlugs(condition.of) : condition.of.flatMap(mentionedSlugs);
};

/** Mentioned so that holding helps: not behind a `not`, or behind two. */
export const positiveSlugs = (condition: BuyCondition, holds = true): readonly string[] => {
  if (condition.kind === 'rule') return holds ? [condition.slug] : [];
  if (condition.kind === 'not') return positiveSlugs(condition.of, !holds);
  return condition.of.flatMap((part) => positiveSlugs(part, holds));
};
