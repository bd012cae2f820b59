/** `buy_condition`: names of rules joined by and, or, not and brackets. */
export type Expression =
  | { readonly is: 'rule'; readonly slug: string }
  | { readonly is: 'not'; readonly of: Expression }
  | { readonly is: 'and' | 'or'; readonly of: readonly Expression[] };

const signs: Readonly<Record<string, string>> = { '&&': 'and', '||': 'or', '!': 'not' };
const tokensOf = (text: string): readonly string[] =>
  (text.match(/&&|\|\||[!()]|[^\s()!&|]+/gu) ?? []).map((token) => {
    const lower = token.toLowerCase();
    return signs[token] ?? (['and', 'or', 'not'].includes(lower) ? lower : token);
  });

/** Without a condition all rules must hold. */
export const readExpression = (text: string, slugs: readonly string[]): Expression => {
  const tokens = tokensOf(text);
  if (tokens.length === 0) return { is: 'and', of: slugs.map((slug) => ({ is: 'rule', slug })) };
  let at = 0;
  const joined = (word: 'and' | 'or', next: () => Expression): Expression => {
    const of = [next()];
    while (tokens[at] === word) {
      at += 1;
      of.push(next());
    }
    const [first] = of;
    return of.length === 1 && first !== undefined ? first : { is: word, of };
  };
  const single = (): Expression => {
    const token = tokens[at] ?? '';
    at += 1;
    if (token === 'not') return { is: 'not', of: single() };
    if (token !== '(') return { is: 'rule', slug: token };
    const inner = either();
    at += 1;
    return inner;
  };
  const either = (): Expression => joined('or', () => joined('and', single));
  return either();
};

export const isTrue = (expression: Expression, holds: (slug: string) => boolean): boolean => {
  if (expression.is === 'rule') return holds(expression.slug);
  if (expression.is === 'not') return !isTrue(expression.of, holds);
  return expression.is === 'and'
    ? expression.of.every((each) => isTrue(each, holds))
    : expression.of.some((each) => isTrue(each, holds));
};
/** One way to make the condition true: these rules hold, those do not. */
export type Way = { readonly yes: readonly string[]; readonly no: readonly string[] };
const both = (a: Way, b: Way): Way => ({ yes: [...a.yes, ...b.yes], no: [...a.no, ...b.no] });

/** All ways, in the order of writing. */
export const waysOf = (expression: Expression, negated = false): readonly Way[] => {
  if (expression.is === 'rule') {
    return [negated ? { yes: [], no: [expression.slug] } : { yes: [expression.slug], no: [] }];
  }
  if (expression.is === 'not') return waysOf(expression.of, !negated);
  const parts = expression.of.map((each) => waysOf(each, negated));
  if ((expression.is === 'or') !== negated) return parts.flat();
  return parts.reduce<readonly Way[]>(
    (so, next) => so.flatMap((a) => next.map((b) => both(a, b))),
    [{ yes: [], no: [] }],
  );
};
