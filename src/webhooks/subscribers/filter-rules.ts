/**
 * Which events of a kind a subscriber wants, and what of them. A filter looks at the payload: one value and a condition, or
 * several filters joined by AND or OR. A reducer makes a new payload of members that paths lead to. Pure.
 */
import type { FieldProblem } from '../../shared/errors.ts';
import { oncePer } from '../../shared/once-per.ts';
import { type Condition, parseCondition } from './condition-rules.ts';
import { leadsToMany, MOST_FOUND, parsePath, type PathStep, valuesAt } from './json-path-rules.ts';

/** As it is written; exactly one of the two forms. */
export type Filter = {
  readonly query?: string | undefined;
  readonly condition?: string | undefined;
  readonly logic?: string | undefined;
  /** Filters again; nobody has looked at them yet. */
  readonly conditions?: readonly unknown[] | undefined;
};
export type Reducer = Readonly<Record<string, string>>;
/** Work that yields before each look how many values it may be at: a filter has a thousand of them in a body, each at a thousand values. */
export type Looking<Result> = Generator<number, Result>;
type Accepts = (payload: unknown) => Looking<boolean>;
type Read<T> = { readonly value: T; readonly problems: readonly FieldProblem[] };

const DEEPEST = 5;
const MOST_CONDITIONS = 20;
const MOST_MEMBERS = 50;

const problem = (field: string, message: string): readonly FieldProblem[] => [{ field, message }];
const nothing: Accepts = function* nothing() {
  yield 0;
  return false;
};
const words = ['query', 'condition', 'logic'] as const;
const isFilter = (value: unknown): value is Filter => {
  if (typeof value !== 'object' || value === null) return false;
  const { conditions, ...members } = value as Filter;
  return (
    words.every((name) => ['string', 'undefined'].includes(typeof members[name])) &&
    (conditions === undefined || Array.isArray(conditions))
  );
};
const isThere: Condition = (value) => value !== undefined;

/** A path that leads to several values passes when one of them does; one that leads nowhere is asked as undefined. */
const readSingle = ({ query = '', condition = '' }: Filter, field: string): Read<Accepts> => {
  const steps = parsePath(query);
  const holds = condition === '' ? isThere : parseCondition(condition);
  const problems = [
    ...(typeof steps === 'string' ? problem(`${field}.query`, steps) : []),
    ...(typeof holds === 'string' ? problem(`${field}.condition`, holds) : []),
  ];
  if (typeof steps === 'string' || typeof holds === 'string') return { value: nothing, problems };
  const most = leadsToMany(steps) ? MOST_FOUND : 1;
  const value: Accepts = function* single(payload) {
    yield most;
    const found = valuesAt(steps, payload);
    return found.length === 0 ? holds(undefined) : found.some(holds);
  };
  return { value, problems };
};

const readGroup = ({ logic = '', conditions = [] }: Filter, field: string, depth: number): Read<Accepts> => {
  const parts = conditions.map((part, at) => readFilter(part, `${field}.conditions[${at}]`, depth + 1));
  const values = parts.map(({ value }) => value);
  const isAnd = logic.toUpperCase() === 'AND';
  const problems = [
    ...(isAnd || logic.toUpperCase() === 'OR' ? [] : problem(`${field}.logic`, 'Write AND or OR.')),
    ...(conditions.length > MOST_CONDITIONS
      ? problem(`${field}.conditions`, `At most ${MOST_CONDITIONS} of them.`)
      : []),
    ...parts.flatMap((part) => part.problems),
  ];
  const value: Accepts = function* group(payload) {
    // AND is decided by the first that does not hold, OR by the first that does.
    for (const accepts of values) if ((yield* accepts(payload)) !== isAnd) return !isAnd;
    return isAnd;
  };
  return { value, problems };
};

const readFilter = (filter: unknown, field: string, depth: number): Read<Accepts> => {
  if (!isFilter(filter)) return { value: nothing, problems: problem(field, 'A filter has query and condition.') };
  if (depth > DEEPEST) return { value: nothing, problems: problem(field, 'Filters are nested too deeply.') };
  const isGroup = filter.conditions !== undefined && filter.conditions.length > 0;
  if (isGroup && (filter.query ?? '') !== '') {
    return { value: nothing, problems: problem(field, 'Give query and condition, or logic and conditions.') };
  }
  return isGroup ? readGroup(filter, field, depth) : readSingle(filter, field);
};

export const filterProblems = (filter: Filter, field: string): readonly FieldProblem[] =>
  readFilter(filter, field, 0).problems;

/** A filter that was saved can be read. Once, for however many events it is asked about. */
const acceptsBy = oncePer((filter: Filter): Accepts => readFilter(filter, '', 0).value);

/** Whether a payload passes. */
export const passes = (filter: Filter, payload: unknown): Looking<boolean> => acceptsBy(filter)(payload);

export const reducerProblems = (reducer: Reducer, field: string): readonly FieldProblem[] => {
  const members = Object.entries(reducer);
  if (members.length > MOST_MEMBERS) return problem(field, `At most ${MOST_MEMBERS} members.`);
  return members.flatMap(([name, path]) => {
    const steps = parsePath(path);
    return typeof steps === 'string' ? problem(`${field}.${name}`, steps) : [];
  });
};

const found = (steps: readonly PathStep[], payload: unknown): unknown => {
  const values = valuesAt(steps, payload);
  return leadsToMany(steps) ? values : (values[0] ?? null);
};

/** A path with `*` gives a list, another one its value, or null where there is none. */
export const reduced = (reducer: Reducer, payload: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(reducer).map(([name, path]) => {
      const steps = parsePath(path);
      return [name, typeof steps === 'string' ? null : found(steps, payload)];
    }),
  );
