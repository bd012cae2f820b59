/** What is asked when goods leave, who carries them and how their buyer follows them; and why something is done. */
import type { AskedFields } from '../../parts/ask-act.tsx';

export const shippingFields = {
  carrier: { name: 'Carrier', hint: 'Such as Blue Dart or DHL; may stay empty.' },
  tracking_number: { name: 'Tracking number' },
  tracking_url: { name: 'Link to follow it', type: 'url', hint: 'The customer sees it with the order.' },
} as const satisfies AskedFields;

/** Why something is done to an order stands with its steps, which its customer reads, too. */
export const reasonField = {
  name: 'Reason, kept with the order',
  required: true,
  hint: 'The customer can read it.',
} as const;
