/** What rules of the merchant's own answered about taxes and delivery: mostly of what was asked about, now and then of something else. */
import * as fc from 'fast-check';
import { often, pick, rarely } from './arb-world.ts';
import type { CaseRules } from './shop-case.ts';

const said = (name: string, jurisdiction: string, rate: number) => ({ name, jurisdiction, rate });
const here = said('District', 'Los Angeles', 1.25);
/** Two of one name, too: they are told apart by where they are due. */
const leviesArb = pick(
  [],
  [said('Own tax', 'Here', 19)],
  [said('State', 'CA', 6), here, said('County', 'Kern', 0.0001)],
  [here, said('State', 'CA', 6), said('District', 'Kern', 0.75)],
);
const taxesArb = fc.record({
  lines: fc.uniqueArray(
    fc.record({
      article_id: fc.oneof({ weight: 20, arbitrary: pick('a', 'b', 'c', 'd') }, { weight: 1, arbitrary: pick('gone') }),
      taxes: leviesArb,
    }),
    { maxLength: 3, selector: ({ article_id: id }) => id },
  ),
  charges: often(leviesArb),
});
const parcelArb = (store_id: number) =>
  fc.record({
    store_id: fc.constant(store_id),
    methods: fc.uniqueArray(fc.record({ id: pick('slow', 'fast', 'once'), charge: pick(0, 150, 333) }), {
      maxLength: 3,
      selector: ({ id }) => id,
    }),
  });
const chargesArb = fc.record({
  parcels: fc
    .tuple(often(parcelArb(1)), rarely(3, parcelArb(2)))
    .map((said) => said.flatMap((each) => (each === undefined ? [] : [each]))),
});

export const rulesArb: fc.Arbitrary<CaseRules> = fc
  .record({ taxes: often(taxesArb), charges: often(chargesArb), keepsNet: fc.boolean() })
  .map((rules) => JSON.parse(JSON.stringify(rules)) as CaseRules);
