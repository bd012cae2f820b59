/** Cart configurations as a merchant writes and reads them: the universal cart and the custom ones. */
import { type Static, Type } from 'typebox';
import { ApplicationPath } from '../applications/application-admin-contract.ts';
import { OpenObject } from './offer-parts-contract.ts';
import { DateTime } from '../primitives.ts';

const amount = Type.Number();
const DeliveryCharges = OpenObject(
  {
    enabled: Type.Boolean(),
    charges: Type.Array(
      OpenObject({
        threshold: Type.Number({ description: 'The cart value above which the charge applies.' }),
        charges: amount,
      }),
      { maxItems: 100 },
    ),
  },
  { title: 'DeliveryCharges' },
);

const fields = {
  name: Type.String({ maxLength: 120 }),
  slug: Type.String({
    maxLength: 64,
    description: 'The cart_type of shoppers’ calls; made from the name when left out.',
  }),
  is_universal: Type.Boolean(),
  is_active: Type.Boolean(),
  enabled: Type.Boolean(),
  hide_on_storefront: Type.Boolean(),
  article_tags: Type.Array(Type.String({ maxLength: 128 }), { maxItems: 100 }),
  min_cart_value: amount,
  max_cart_value: amount,
  max_cart_items: Type.Integer(),
  bulk_coupons: Type.Boolean(),
  revenue_engine_coupon: Type.Boolean(),
  allow_coupon_with_rewards: Type.Boolean(),
  gift_display_text: Type.String({ maxLength: 1024 }),
  gift_pricing: amount,
  gst_input: Type.Boolean(),
  staff_selection: Type.Boolean(),
  placing_for_customer: Type.Boolean(),
  empty_cart: Type.Boolean(),
  order_placing: OpenObject({ enabled: Type.Boolean(), message: Type.String({ maxLength: 1024 }) }),
  pan_card: OpenObject({ enabled: Type.Boolean(), cod_threshold_amount: amount, online_threshold_amount: amount }),
  delivery_charges: DeliveryCharges,
  international_delivery_charges: DeliveryCharges,
};

/** Everything can be left out; what is left out has the default that docs/behaviour/offers.md names. */
export const ConfigurationBody = OpenObject(fields, { title: 'CartConfigurationBody' });
export type ConfigurationBody = Static<typeof ConfigurationBody>;

const view = {
  ...fields,
  id: Type.String(),
  _id: Type.String(),
  app_id: Type.String(),
  company_id: Type.Integer(),
  created_on: DateTime,
  updated_on: DateTime,
  last_modified_by: Type.String(),
};
export const ConfigurationView = Type.Object(view, { title: 'CartConfiguration', additionalProperties: true });
export type ConfigurationView = Static<typeof ConfigurationView>;

/** The universal cart, and beside it the list of all: one answer for both readings of the SDK. */
export const ConfigurationAnswer = Type.Object(
  { ...view, items: Type.Array(ConfigurationView) },
  { title: 'CartConfigurations', additionalProperties: true },
);

export const ConfigurationPath = Type.Object({
  ...ApplicationPath.properties,
  cart_meta_id: Type.String({ maxLength: 64 }),
});
