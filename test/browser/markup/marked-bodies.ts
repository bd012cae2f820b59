/**
 * The examples of openapi.json with markup in every text that takes it, those that an example leaves out among them. What a refusal
 * names has less markup when it is sent again, or none; of a refusal that names nothing one text after another loses it.
 */
import type { FieldProblem } from '../../../src/shared/errors.ts';
import { fieldPath } from '../../../src/http/requests/validation-messages.ts';
import type { Adding, Json, Watch } from '../../http/reference/example-sender.ts';
import { isJson, memberIn, waysOf } from '../../http/reference/schema-ways.ts';

/** Whoever draws these as markup has elements named `x-m`; whoever runs them sets `xM`. */
const LONG = `'"></script></title></textarea></style></template><img src=x-m onerror=xM=1><x-m onclick=xM=1>`;
const SHORT = `'"><x-m>`;
const SCRIPT = 'javascript:xM=1//';

/** What one text is sent as, in turn; after the last it stays as it is printed. */
const ladderOf = (text: string): readonly string[] =>
  /^https?:/.test(text)
    ? [SCRIPT, `${text}#${LONG}`, `${text}#${encodeURIComponent(SHORT)}`]
    : [`${text}${LONG}`, `${text}${SHORT}`, SHORT];

/** What later calls ask for by its printed name, and words of which only a few are known. */
const NAMED =
  /(^|_)(id|ids|_id|uid|uids|slug|sku|code|codes|key|identifier|user_id|type|state|status|mode|method|currency|country|timezone|locale|language|zone|email|phone|mobile|password|secret|token)$|_(at|on|date|time|code)$|country_iso_code|^(area|size|item_size|kind|grants|permissions|scopes|role|roles|action|provider|unit|value|api_url|schema|version|event|events|public_key)$/;

type Place = { readonly path: string; readonly text: string };
type Steps = readonly (string | number)[];
const isText = (schemas: readonly Json[]): boolean =>
  schemas.some(({ type }) => [type].flat().includes('string')) &&
  schemas.every((one) => !['enum', 'const', 'format', 'pattern'].some((word) => word in one));

/** Stands where an example has nothing; left out again where it is not taken. */
const OWN = 'text';
const ownValue = (schemas: readonly Json[]): unknown => {
  if (isText(schemas)) return OWN;
  if (schemas.some(({ type, items }) => type === 'array' && isText(waysOf(items)))) return [OWN];
  const isOpen = schemas.some(({ type, properties }) => type === 'object' && properties === undefined);
  return isOpen ? { [`own${SHORT}`]: OWN } : undefined;
};

/** With what its schema knows and the example does not have: texts, lists of them, and open objects. */
const completed = (value: unknown, schemas: readonly Json[]): unknown => {
  if (Array.isArray(value)) {
    const entries = schemas.flatMap(({ items }) => waysOf(items));
    return value.map((entry) => completed(entry, entries));
  }
  if (!isJson(value)) return value;
  const names = schemas.flatMap(({ properties }) => (isJson(properties) ? Object.keys(properties) : []));
  const missing = names.filter((name) => !(name in value) && !NAMED.test(name));
  return {
    ...Object.fromEntries(missing.map((name) => [name, ownValue(memberIn(schemas, name))])),
    ...Object.fromEntries(Object.entries(value).map(([name, own]) => [name, completed(own, memberIn(schemas, name))])),
  };
};

/** Every text at any depth, made anew by `change`. */
const changed = (value: unknown, steps: Steps, change: (place: Place) => string | undefined): unknown => {
  if (typeof value === 'string') return change({ path: fieldPath(steps), text: value });
  if (Array.isArray(value))
    return value.map((entry, at) => changed(entry, [...steps, at], change)).filter((one) => one !== undefined);
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => [name, NAMED.test(name) ? own : changed(own, [...steps, name], change)]),
  );
};

type Marked = Required<Pick<Watch, 'adding' | 'again'>> & {
  /** A request was taken. */
  readonly taken: (operationId: string, sent: string) => void;
  /** Texts that were taken with markup, by operation and place, without the numbers of entries. */
  readonly places: ReadonlyMap<string, string>;
};

/** What a refusal names; of a feed, in each row that was not taken. */
const fieldsOf = ({ details = [], rows = [] }: Json): readonly string[] => [
  ...(details as readonly FieldProblem[]).map(({ field }) => field),
  ...(rows as readonly (FieldProblem & { readonly line: number })[]).map(({ line, field }) => `[${line - 1}].${field}`),
];

/** Learns, for each operation, how much markup each of its texts takes. */
export const markedBodies = (): Marked => {
  const rungs = new Map<string, Map<string, number>>();
  const ladders = new Map<string, Map<string, readonly string[]>>();
  const places = new Map<string, string>();
  const rungsOf = (operationId: string): Map<string, number> => {
    const known = rungs.get(operationId) ?? new Map<string, number>();
    rungs.set(operationId, known);
    return known;
  };
  const adding: Adding = ({ operationId, requestBody }, example) => {
    const known = rungsOf(operationId);
    const met = new Map<string, readonly string[]>();
    ladders.set(operationId, met);
    const whole = completed(example, waysOf(requestBody?.content['application/json']?.schema));
    return changed(whole, [], ({ path, text }) => {
      const ladder = ladderOf(text);
      met.set(path, ladder);
      return ladder[known.get(path) ?? 0] ?? (text === OWN ? undefined : text);
    });
  };
  return {
    adding,
    again: (operationId, refusal) => {
      const known = rungsOf(operationId);
      const met = ladders.get(operationId) ?? new Map<string, readonly string[]>();
      const left = [...met].filter(([path, ladder]) => (known.get(path) ?? 0) < ladder.length);
      const named = fieldsOf(refusal).filter((field) => field !== '');
      const meant = left.filter(([path]) => named.some((field) => path.startsWith(field)));
      for (const [path, ladder] of meant) known.set(path, (known.get(path) ?? 0) + 1 || ladder.length);
      const [first] = meant.length > 0 ? [] : left;
      if (first !== undefined) known.set(first[0], first[1].length);
      return left.length > 0;
    },
    taken: (operationId, sent) => {
      const known = rungsOf(operationId);
      for (const [path, ladder] of ladders.get(operationId) ?? []) {
        const text = ladder[known.get(path) ?? 0];
        if (text === undefined || !sent.includes(JSON.stringify(text).slice(1, -1))) continue;
        places.set(`${operationId} ${path.replace(/\[\d+\]/g, '[]')}`, text);
      }
    },
    places,
  };
};
