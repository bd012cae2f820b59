/** What is wrong with the offers of a shop as a set, each finding with a cart that shows it: a body for promotion/preview. */
import { type Static, Type } from 'typebox';
import { PreviewBody } from './offer-preview-contract.ts';

const LintedOffer = Type.Object({ id: Type.String(), name: Type.String() }, { title: 'LintedOffer' });

const LintFinding = Type.Object(
  {
    kind: Type.String({
      description:
        'never_reachable, shadowed, order_dependent, free_by_combination, below_floor, cap_never_binds, limit_never_binds or similar_codes.',
    }),
    offers: Type.Array(LintedOffer, { description: 'The offers it is about; of a shadowed one, it comes first.' }),
    message: Type.String({ description: 'What is wrong, for people.' }),
    witness: PreviewBody,
  },
  { title: 'LintFinding' },
);
export type LintFinding = Static<typeof LintFinding>;

export const OfferLint = Type.Object(
  {
    offers_checked: Type.Integer({ description: 'Running and coming offers.' }),
    carts_priced: Type.Integer({ description: 'Carts that were priced to find out.' }),
    complete: Type.Boolean({ description: 'False: there was more to look at than one call may price.' }),
    findings: Type.Array(LintFinding),
    not_checked: Type.Array(
      Type.Object(
        { id: Type.String(), name: Type.String(), reason: Type.String({ description: 'Why, for people.' }) },
        { title: 'UncheckedOffer' },
      ),
      { description: 'Offers for which no cart was found in which they act by themselves.' },
    ),
  },
  { title: 'OfferLint' },
);
export type OfferLint = Static<typeof OfferLint>;
