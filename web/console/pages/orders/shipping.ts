/** What is asked when goods leave: who carries them, and how their buyer follows them. */
import type { AskedFields } from '../../parts/ask-act.tsx';

export const shippingFields = {
  carrier: { name: 'Carrier', hint: 'Such as Blue Dart or DHL; may stay empty.' },
  tracking_number: { name: 'Tracking number' },
  tracking_url: { name: 'Link to follow it', type: 'url', hint: 'The customer sees it with the order.' },
} as const satisfies AskedFields;
