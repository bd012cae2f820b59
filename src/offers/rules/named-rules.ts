/** What an offer names that is not there: a restriction that nobody reads, another offer that does not exist. Pure. */
import { OfferRestrictions } from '../../contract/offers/offer-parts-contract.ts';
import type { FieldProblem } from '../../shared/errors.ts';
import { type Definition, record } from '../offer.ts';

const known: ReadonlySet<string> = new Set(Object.keys(OfferRestrictions.properties));
const elsewhere: ReadonlySet<string> = new Set(['stack_group', 'excludes', 'apply_exclusive', 'apply_priority']);
/** Clients send the members of a form that nobody filled in. */
const saysNothing = (value: unknown): boolean =>
  typeof value === 'object' ? Object.keys(value ?? {}).length === 0 : value === '' || value === false || value === 0;

/** Members of `restrictions` that nobody reads; those that the offer had before are left to it. */
export const unknownRestrictions = (definition: Definition, before: Definition): readonly FieldProblem[] => {
  const had = record(before.restrictions);
  return Object.entries(record(definition.restrictions))
    .filter(([name, value]) => !known.has(name) && !saysNothing(value) && !Object.hasOwn(had, name))
    .map(([name]) => ({
      field: `restrictions.${name.slice(0, 64)}`,
      message: elsewhere.has(name)
        ? 'It stands beside restrictions, not in it.'
        : 'There is no such restriction: it would limit nothing. Remove it, or see the page on offers.',
    }));
};

export const excludesNamed = ({ excludes }: Definition): readonly string[] =>
  Array.isArray(excludes) ? excludes.filter((id) => typeof id === 'string') : [];

/** `named`: those that are new; `ids`: those of them that exist. */
export const excludeProblems = (
  definition: Definition,
  named: readonly string[],
  ids: ReadonlySet<string>,
): readonly FieldProblem[] =>
  excludesNamed(definition).flatMap((id, at) =>
    named.includes(id) && !ids.has(id)
      ? [{ field: `excludes[${at}]`, message: `This application has no offer ${id}. Name offers by their id.` }]
      : [],
  );
