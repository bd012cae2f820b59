/** The boolean expression of a discount rule, such as `( rule#1 and ( rule#2 or not rule#3 ) )`. */
import type { BuyCondition } from './offer-types.ts';
import { DefinitionProblem } from './read-definition.ts';

const tokenPattern = /\s*(\(|\)|&&|\|\||!|[^\s()!&|]+)/gy;

const tokensOf = (expression: string): readonly string[] => {
  const tokens: string[] = [];
  const pattern = new RegExp(tokenPattern);
  let end = 0;
  for (let match = pattern.exec(expression); match !== null; match = pattern.exec(expression)) {
    tokens.push(match[1] ?? '');
    end = pattern.lastIndex;
  }
  if (expression.slice(end).trim() !== '') throw new DefinitionProblem(`Cannot read the buy condition: ${expression}`);
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
const wordOf = (token: string | undefined): string | undefined => words[token?.toLowerCase() ?? ''] ?? token;

/** Enough for a hundred rules, and not enough to nest brackets deeper than the stack. */
const longest = 4000;

/** An empty expression is always true. `or` binds weakest, `not` strongest. Names outside `slugs` are refused. */
export const parseBuyCondition = (expression: string, slugs: ReadonlySet<string>): BuyCondition => {
  if (expression.length > longest)
    throw new DefinitionProblem(`The buy condition is longer than ${longest} characters.`);
  const tokens = tokensOf(expression);
  let at = 0;
  const next = (): string | undefined => wordOf(tokens[at]);

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

/** Slugs that must all be true; what hides behind `or` and `not` is not among them. */
export const requiredSlugs = (condition: BuyCondition): readonly string[] => {
  if (condition.kind === 'rule') return [condition.slug];
  return condition.kind === 'all' ? condition.of.flatMap(requiredSlugs) : [];
};

export const mentionedSlugs = (condition: BuyCondition): readonly string[] => {
  if (condition.kind === 'rule') return [condition.slug];
  return condition.kind === 'not' ? mentionedSlugs(condition.of) : condition.of.flatMap(mentionedSlugs);
};
