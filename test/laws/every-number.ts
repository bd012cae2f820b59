/** Which numbers of an answer nobody explains. What is no amount of it is named with the reason. */

/** A path, and why what it shows is not a sum of the cart or the order. */
export type Unexplained = readonly [path: RegExp, because: string];

const belowOf = (value: unknown, path: string): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([name, member]) => [path === '' ? name : `${path}.${name}`, member] as const)
    : [];

const numbersIn = (value: unknown, path = ''): readonly string[] =>
  typeof value === 'number' ? [path] : belowOf(value, path).flatMap(([at, member]) => numbersIn(member, at));

export const leftUnexplained = (
  shown: unknown,
  numbers: readonly { readonly path: string }[],
  known: readonly Unexplained[],
): readonly string[] => {
  const told = new Set(numbers.map(({ path }) => path));
  return numbersIn(shown).filter((path) => !told.has(path) && !known.some(([pattern]) => pattern.test(path)));
};
