/** A request that works in the demo shop, for every operation that takes a body and whose schema has no example of its own. */
import { cartExamples } from './cart-examples.ts';
import { catalogExamples } from './catalog-examples.ts';
import { eventExamples } from './event-examples.ts';
import type { RequestExamples } from './example-ids.ts';
import { offerExamples } from './offer-examples.ts';
import { orderExamples } from './order-examples.ts';
import { peopleExamples } from './people-examples.ts';

export const requestExamples: RequestExamples = {
  ...cartExamples,
  ...offerExamples,
  ...catalogExamples,
  ...orderExamples,
  ...peopleExamples,
  ...eventExamples,
};
