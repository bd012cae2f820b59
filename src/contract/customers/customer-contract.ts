/** What a shop knows of its customers, as a service client writes it, and the cards they can be priced with. */
import { type Static, Type } from 'typebox';
import { flag, int32, part, word } from '../answer-fields.ts';
import { ApplicationPath } from '../applications/application-admin-contract.ts';
import { CursorPage, CursorQuery } from '../cursor-page-contract.ts';
import { ErasureReceipt } from '../events/event-admin-contract.ts';
import { DateTime, Nullable } from '../primitives.ts';

const closed = { additionalProperties: false } as const;

export const CustomerPath = Type.Object({
  ...ApplicationPath.properties,
  user_id: Type.String({
    pattern: '^[\\x21-\\x7e]{1,128}$',
    description: 'The customer, as `sub` of the customer token names him.',
  }),
});

const marks = {
  active: Type.Boolean({ description: 'Whether it is in use; true when left out.' }),
  primary: Type.Boolean({ description: 'Whether it is the one to use; false when left out.' }),
  verified: Type.Boolean({ description: 'Whether it was shown to be the customer’s; false when left out.' }),
};
const optionalMarks = {
  active: Type.Optional(marks.active),
  primary: Type.Optional(marks.primary),
  verified: Type.Optional(marks.verified),
};
const email = { email: Type.String({ minLength: 3, maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+$' }) };
const phone = {
  phone: Type.String({ minLength: 1, maxLength: 32 }),
  country_code: Type.Integer({ minimum: 1, maximum: 999, description: 'Such as 91.' }),
};
const GivenEmail = Type.Object({ ...email, ...optionalMarks }, { ...closed, title: 'GivenCustomerEmail' });
const GivenPhone = Type.Object({ ...phone, ...optionalMarks }, { ...closed, title: 'GivenCustomerPhone' });
const Email = Type.Object({ ...email, ...marks }, { ...closed, title: 'CustomerEmail' });
const PhoneNumber = Type.Object({ ...phone, ...marks }, { ...closed, title: 'CustomerPhone' });

/** Left out is not known; nothing is made up for it. */
const profileFields = {
  username: word('The name he signs in with.', 256),
  first_name: word('Given name.', 256),
  last_name: word('Family name.', 256),
  gender: word('As the shop writes it.', 32),
  account_type: word('Such as user or staff; user when left out.', 32),
  profile_pic_url: word('Address of a picture.', 2048),
  active: Type.Optional(Type.Boolean({ description: 'Whether the account is in use; true when left out.' })),
  emails: Type.Optional(Type.Array(GivenEmail, { maxItems: 20 })),
  phone_numbers: Type.Optional(Type.Array(GivenPhone, { maxItems: 20 })),
  groups: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      maxItems: 100,
      description: 'User groups that offers can ask for.',
    }),
  ),
  tags: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      maxItems: 100,
      description: 'The shop’s own marks, which segments can ask for.',
    }),
  ),
  registered_at: Type.Optional(
    Type.String({ format: 'date-time', description: 'When he became a customer, which offers can ask for.' }),
  ),
};
export const CustomerProfile = Type.Object(profileFields, { ...closed, title: 'CustomerProfile' });
export type CustomerProfile = Static<typeof CustomerProfile>;

export const CustomerBody = Type.Object(
  { user_id: CustomerPath.properties.user_id, ...profileFields },
  { ...closed, title: 'CustomerBody' },
);

export const CustomerView = Type.Object(
  {
    _id: Type.String({ description: 'The customer.' }),
    user_id: Type.String({ description: 'The same as _id.' }),
    application_id: Type.String(),
    username: Type.String(),
    first_name: Type.String(),
    last_name: Type.String(),
    gender: Type.String(),
    account_type: Type.String(),
    profile_pic_url: Type.String(),
    active: Type.Boolean(),
    emails: Type.Array(Email),
    phone_numbers: Type.Array(PhoneNumber),
    groups: Type.Array(Type.String()),
    tags: Type.Array(Type.String()),
    registered_at: Nullable(Type.String({ format: 'date-time' })),
    orders: Type.Integer({ description: 'Orders that were not cancelled or returned as a whole.' }),
    spent: Type.Number({
      format: 'float',
      description: 'What he paid for them and was not given back, in the application’s currency.',
    }),
    last_order_at: Nullable(Type.String({ format: 'date-time' })),
    segments: Type.Array(Type.String({ description: 'Slugs of the segments he is in now.' })),
    tier: Nullable(Type.String({ description: 'Slug of his tier of the loyalty programme; null when he is in none.' })),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { ...closed, title: 'Customer', description: 'What is not known is empty.' },
);
export type CustomerView = Static<typeof CustomerView>;

export const CustomerQuery = Type.Object({
  ...CursorQuery.properties,
  q: word(
    'Words that begin the names, the e-mail or the id of a customer, or digits of a phone number. A page looks at 20,000 customers and may hold fewer than page_size.',
    200,
  ),
});
export const CustomerList = Type.Object(
  { items: Type.Array(CustomerView), page: CursorPage },
  { ...closed, title: 'CustomerList' },
);
export const CustomerRemoved = part('CustomerRemoved', 'The customer is being forgotten.', {
  success: flag('Whether it was begun.'),
  erasure: ErasureReceipt,
});

/** Whom to forget: a customer, or a guest by something of his. */
export const PersonErasure = Type.Object(
  {
    user_id: Type.Optional(CustomerPath.properties.user_id),
    anonymous_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 256, description: 'A guest, by his own id or by that of his page.' }),
    ),
    cart_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'The guest whose cart this is, by its number or `id`.' }),
    ),
    order_id: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'The guest who ordered this.' })),
    phone: Type.Optional(
      Type.String({ maxLength: 32, examples: ['+91 98200 11223'], description: 'Guests who gave this number.' }),
    ),
    email: Type.Optional(
      Type.String({ ...email.email, examples: ['asha@example.com'], description: 'Guests who gave this address.' }),
    ),
  },
  { ...closed, title: 'PersonErasure', description: 'Give at least one; all that is found by any of them goes.' },
);
export type PersonErasure = Static<typeof PersonErasure>;

export const CardPath = Type.Object({
  ...CustomerPath.properties,
  card_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The value of assign_card_id.' }),
});
export const CardBody = part('SavedCard', 'What an offer can ask about a card.', {
  mode: Type.String({ minLength: 1, maxLength: 64, description: 'Payment mode, such as CARD.' }),
  code: word('The bank or wallet.', 64),
  type: word('debit or credit.', 64),
  network: word('Such as visa.', 64),
  iin: Type.Optional(Type.String({ pattern: '^[0-9]{6,8}$', description: 'The first digits, which name the bank.' })),
});
export const CardSaved = part('SavedCardResponse', 'The card was kept.', {
  success: flag('Whether it was kept.'),
  card_id: int32('The value of assign_card_id.'),
});
