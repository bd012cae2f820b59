/**
 * What examples of requests call the things that a shop makes as it goes: a reader puts his own in their place, as the test
 * does that sends every example. Products, stores and customers are those of the demo shop.
 */
export const exampleIds = {
  order_id: 'CW0123456789abcdef01',
  shipment_id: 'CW0123456789abcdef01-1',
  line: '0a1b2c3d4e5f60718293a4b5',
  cart_id: '6f5e4d3c2b1a09f8e7d6c5b4',
  other_cart_id: '5e4d3c2b1a09f8e7d6c5b4a3',
  cart_number: '1024',
  address_id: '4d3c2b1a09f8e7d6c5b4a392',
  refund_id: '3c2b1a09f8e7d6c5b4a39281',
  gift_card_code: 'GIFT-2345-6789-ABCD',
  coupon_id: '2b1a09f8e7d6c5b4a3928170',
  receiver: 'https://receiver.example/hooks',
  invitation: 'the-token-of-the-link-in-the-letter',
} as const;

export type RequestExamples = Readonly<Record<string, unknown>>;

export const tee = { item_id: 10001, item_size: 'M', quantity: 1 } as const;
export const address = {
  name: 'Asha Menon',
  phone: '9000000001',
  address: '7 Lantern Court, Bandra West',
  city: 'Mumbai',
  state: 'Maharashtra',
  area_code: '400050',
  country_iso_code: 'IN',
} as const;
export const customer = { user_id: 'demo-asha' } as const;
