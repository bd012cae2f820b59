/** The zones an offer is restricted to: a zone that no area has would make it an offer for nobody. Pure. */
import type { FieldProblem } from '../../shared/errors.ts';
import { type Definition, record } from '../offer.ts';

const MOST_ZONES = 1_000;
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

type Named = { readonly field: string; readonly given: unknown };

/** A rule's filters stand in the rule itself or in one of its two parts. */
const inRule = (field: string, rule: Definition): readonly Named[] =>
  [rule, record(rule.item_criteria), record(rule.cart_conditions)]
    .flatMap(({ available_zones }) => list(available_zones))
    .map((given) => ({ field: `${field}.available_zones`, given }));

const namedIn = ({ buy_rules, discount_rules, identifiers }: Definition): readonly Named[] => [
  ...Object.entries(record(buy_rules)).flatMap(([slug, rule]) => inRule(`buy_rules.${slug}`, record(rule))),
  ...list(discount_rules).flatMap((rule, at) =>
    inRule(`discount_rules[${at}].item_criteria`, record(record(rule).item_criteria)),
  ),
  ...list(record(identifiers).zones_id).map((given) => ({ field: 'identifiers.zones_id', given })),
];

/** The SDK's models write zones as text. Null for what is no number of a zone. */
const zoneOf = (given: unknown): number | null => {
  const zone = typeof given === 'string' && /^\d{1,10}$/.test(given) ? Number(given) : given;
  return typeof zone === 'number' && Number.isInteger(zone) ? zone : null;
};

/** The zones to ask for; of an offer that names too many only as many as may be named. */
export const zonesNamed = (definition: Definition): readonly number[] => {
  const zones = namedIn(definition).flatMap(({ given }) => zoneOf(given) ?? []);
  return [...new Set(zones)].slice(0, MOST_ZONES);
};

export const zoneProblems = (definition: Definition, known: ReadonlySet<number>): readonly FieldProblem[] => {
  const named = namedIn(definition);
  const [first] = named;
  if (first !== undefined && new Set(named.map(({ given }) => given)).size > MOST_ZONES) {
    return [{ field: first.field, message: `Name at most ${MOST_ZONES} zones.` }];
  }
  return named.flatMap(({ field, given }) => {
    const zone = zoneOf(given);
    if (zone === null) return [{ field, message: 'A zone is a whole number, as the rows of areas have it.' }];
    return known.has(zone)
      ? []
      : [{ field, message: `No area is in zone ${zone}, so this can never match. Feed areas with it first.` }];
  });
};
