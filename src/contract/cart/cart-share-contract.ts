/** A cart that was shared: the link, and what whoever has it sees. Never the key of the cart behind it. */
import { type Static, Type } from 'typebox';
import { flag, open, part, sentence, text } from '../answer-fields.ts';
import { CartDetail } from './cart-contract.ts';
import { ErrorBody } from '../primitives.ts';

export const ShareLink = part('GetShareCartLinkResponse', 'A link to a copy of the cart as it is now.', {
  token: Type.String({ description: 'Opens the copy.' }),
  share_url: Type.String({ description: 'The page of the storefront that shows it.' }),
});
export type ShareLink = Static<typeof ShareLink>;

const SharedCartUser = part('SharedCartUser', 'Who shared it.', {
  user_id: text('The customer, told to himself alone.'),
  is_anonymous: flag('Whether he was not logged in.'),
});
const SharedCartDetails = part('SharedCartDetails', 'When and by whom the cart was shared.', {
  token: Type.String({ description: 'Opens the copy.' }),
  user: Type.Optional(SharedCartUser),
  created_on: Type.String({ format: 'date-time', description: 'When it was shared.' }),
  source: open('Where it was shared from.'),
  meta: open('Data sent when it was shared.'),
});

export const SharedCart = part('SharedCart', 'A copy of a cart at the prices of who looks at it.', {
  ...CartDetail.properties,
  shared_cart_details: Type.Optional(SharedCartDetails),
});
export type SharedCart = Static<typeof SharedCart>;

export const SharedCartAnswer = part('SharedCartResponse', 'A shared cart, or the cart it was taken into.', {
  error: sentence('Empty: nothing went wrong.'),
  cart: Type.Optional(SharedCart),
});
export type SharedCartAnswer = Static<typeof SharedCartAnswer>;

export const SharedCartMissing = Type.Object(
  { ...ErrorBody.properties, error: sentence('The same as message.') },
  { title: 'SharedCartMissing', description: 'There is no such share, or no longer.', additionalProperties: false },
);
