/** Codes that a customer gives to others. */
import { type Static, Type } from 'typebox';
import { flag, int32, listOf, part, sentence, textOrNull } from '../answer-fields.ts';

export const ReferralCodes = part('ReferralCodes', 'What a customer can give to others, and what that brought him.', {
  items: listOf(
    part('ReferralCode', 'A coupon of which every customer has a code.', {
      coupon_id: sentence('The coupon.'),
      title: sentence('What it gives whoever uses the code.'),
      code: textOrNull('His code; null until he asks for one.'),
      reward: part('ReferralReward', 'What every order with his code brings him once it is paid for.', {
        kind: Type.Enum(['points', 'store_credit']),
        amount: Type.Number({ description: 'Points, or money in the application’s currency.' }),
      }),
      uses: int32('Orders with his code that were not cancelled.'),
      uses_left: int32('How many more it can bring.'),
      is_running: flag('Whether the coupon can be used now.'),
    }),
    'Every coupon of that kind which is published.',
  ),
});
export type ReferralCodes = Static<typeof ReferralCodes>;

export const AskReferralCode = Type.Object(
  { coupon_id: Type.String({ minLength: 1, maxLength: 64, description: 'The coupon of which he wants a code.' }) },
  { additionalProperties: false, title: 'AskReferralCode' },
);
