/** Numbers of the category levels and departments, in the order in which the range names them. Pure. */
import { range } from './range/range.ts';
import type { Category } from './range/category.ts';

type Named = { readonly uid: number; readonly name: string };
type CategoryPath = { readonly l1: Named; readonly l2: Named; readonly l3: Named };

const numbered = (names: readonly string[], first: number): ReadonlyMap<string, Named> =>
  new Map([...new Set(names)].map((name, at) => [name, { uid: first + at, name }]));

const l1 = numbered(
  range.map((category) => category.l1),
  1,
);
const l2 = numbered(
  range.map((category) => category.l2),
  101,
);
const l3 = numbered(
  range.map((category) => category.name),
  1001,
);
const departments = numbered(
  range.map((category) => category.department),
  1,
);

const known = (names: ReadonlyMap<string, Named>, name: string): Named => {
  const found = names.get(name);
  if (found === undefined) throw new Error(`The range has no ${name}.`);
  return found;
};

export const pathOf = (category: Pick<Category, 'l1' | 'l2' | 'name'>): CategoryPath => ({
  l1: known(l1, category.l1),
  l2: known(l2, category.l2),
  l3: known(l3, category.name),
});
export const departmentOf = ({ department }: Pick<Category, 'department'>): Named => known(departments, department);
