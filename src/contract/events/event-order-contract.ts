/** What order_complete says: the order's amounts, its shipments and items, and the customer's profile. */
import { Type } from 'typebox';
import { closed, direct, EventContext, quasi, schemaVersion, who } from './event-contract.ts';

const text = Type.String();
const integer = Type.Integer();
const optionalInteger = Type.Optional(Type.Integer());

const Breakup = Type.Object(
  {
    mrp_total: integer,
    sub_total: integer,
    coupon: integer,
    discount: integer,
    promotion: integer,
    reward_points: integer,
    cashback_applied: integer,
    delivery_charges: integer,
    cod_charges: integer,
    gift_price: integer,
    total: integer,
    applied_emi_discount: optionalInteger,
    applied_instant_discount: optionalInteger,
    tcs_charge: optionalInteger,
    amount_to_be_collected: optionalInteger,
  },
  closed,
);

const Shipment = Type.Object({ shipment_id: text, status: text, payment_mode: text }, closed);

const Item = Type.Object(
  {
    name: text,
    brand: Type.Object({ name: text, logo: Type.String({ description: 'An address.' }) }, closed),
    image: Type.Array(Type.String({ description: 'An address.' })),
    slug_key: text,
    size: text,
    code: text,
    id: integer,
    category: Type.Array(Type.Unknown()),
    l3_category_name: text,
    l1_categories: Type.Array(text),
    l2_categories: Type.Array(text),
    seller_identifier: text,
    attributes: Type.Object({ name: text, brand_name: text, media: Type.Array(Type.Unknown()) }, closed),
    price: integer,
    quantity: integer,
  },
  closed,
);

const PhoneNumber = Type.Object(
  {
    phone: Type.String(direct),
    active: Type.Boolean(),
    primary: Type.Boolean(),
    verified: Type.Boolean(),
    country_code: integer,
  },
  closed,
);

const User = Type.Object(
  {
    _id: Type.String(quasi),
    username: Type.String(direct),
    emails: Type.Array(Type.Unknown(), direct),
    gender: Type.String(quasi),
    active: Type.Boolean(),
    first_name: Type.String(direct),
    last_name: Type.String(direct),
    phone_numbers: Type.Array(PhoneNumber),
    account_type: text,
    profile_pic_url: Type.String(direct),
    user_id: Type.String(quasi),
    application_id: text,
    created_at: text,
    updated_at: text,
  },
  { ...closed, description: 'Personal data of the customer.' },
);

export const OrderCompletePayload = Type.Object(
  {
    context: EventContext,
    event_action: text,
    order_id: text,
    status: text,
    breakup_values_raw: Breakup,
    shipments: Type.Array(Shipment),
    items: Type.Array(Item),
    screen: Type.String({ description: 'Screen on which it happened.' }),
    screen_view: text,
    user: User,
    ...who,
    version: schemaVersion,
  },
  closed,
);
