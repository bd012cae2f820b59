/** Examples of requests about what shoppers did, and of those who are told of it. */
import { customer, exampleIds, type RequestExamples } from './example-ids.ts';

const subscriber = {
  name: 'Warehouse',
  webhook_url: exampleIds.receiver,
  association: { company_id: 1, criteria: 'ALL' },
  status: 'active',
  email_id: 'ops@example.com',
  auth_meta: { type: 'hmac', secret: 'at-least-sixteen-characters' },
};
const event = { event_category: 'click', event_name: 'add_to_cart', event_type: 'engagement', version: '1' };

export const exampleContext = {
  library: { name: 'flick', version: '1.1.3' },
  os: { name: 'Linux', version: '6.1' },
  timezone: 'Asia/Kolkata',
  screen: { width: 1280, height: 800 },
  userAgent: 'Mozilla/5.0',
  locale: 'en-IN',
  device: { isMobile: false },
};

export const eventExamples: RequestExamples = {
  saveClickEvent: {
    batch: [
      {
        event_id: '0192f0aa-0000-7000-8000-000000000001',
        event_name: 'product_search',
        event_timestamp: 1_794_744_000_000,
        context: exampleContext,
        properties: { query: 'linen shirt', item_total: 1, products: ['Linen shirt, sage'] },
        user_id: '',
        anonymous_id: '0192f0aa-0000-7000-8000-000000000002',
      },
    ],
    consent: true,
  },
  queryWebhookEventDetails: [event],
  eraseShopperEvents: { ...customer, suppress: true },
  suppressShopperEvents: customer,
  allowShopperEvents: customer,
  redriveRefusedEvents: { reason: 'invalid', from: '2026-01-01T00:00:00.000Z' },
  registerSubscriberToEvent: { ...subscriber, event_id: [1] },
  updateSubscriberConfig: { id: 1, status: 'inactive' },
  registerSubscriberToEventV2: { ...subscriber, name: 'Analytics', events: [{ slug: 'application/cart/update/v1' }] },
  updateSubscriberV2: { id: 1, status: 'active' },
  upsertSubscriberEvent: {
    webhook_config: {
      name: 'Warehouse',
      event_map: { rest: { webhook_url: exampleIds.receiver, events: [event] } },
    },
  },
  pingWebhook: { id: 1 },
  replayWebhookDeliveries: { from: '2026-11-15T00:00:00.000Z', to: '2036-01-01T00:00:00.000Z' },
  retryWebhookDeliveries: { state: 'failed' },
  rotateWebhookSecret: { overlap_hours: 24 },
};
