/** In which tier of the loyalty programme a customer is, why, and until when. */
import { type Static, Type } from 'typebox';
import { flag, listOf, numberOrNull, part, sentence, textOrNull, timeOrNull } from '../answer-fields.ts';

const amount = (description: string) => Type.Number({ description });

export const TierView = part('CustomerTier', 'The tier of a customer now, and what every tier asks of him.', {
  tier: textOrNull('The highest tier that he is in; null when he is in none.'),
  name: textOrNull('Its name.'),
  until: timeOrNull('When it ends if he buys nothing more; null when it does not, or he is in none.'),
  tiers: listOf(
    part('TierCheck', 'A tier and this customer.', {
      slug: sentence('The tier.'),
      name: sentence('Its name.'),
      of: Type.Enum(['spent', 'points'], { description: 'What is counted.' }),
      min: amount('How much of it the tier asks for.'),
      days: numberOrNull('Days of its period; null where it goes by months.'),
      months: numberOrNull('Months of its period; null where it goes by days.'),
      value: amount('What he has in the period that ends today.'),
      missing: amount('What he lacks; 0 when nothing.'),
      holds: flag('Whether he has enough.'),
      until: timeOrNull(
        'When he will not any more if he buys nothing; null when that does not come, or he has not enough.',
      ),
    }),
    'Every tier, from the lowest to the highest.',
  ),
});
export type TierView = Static<typeof TierView>;
