/** What the pages tell, in the words of events: a script of its own, which only those load who agreed to be counted. */
export { checkoutFields, completeFields } from './order-told.ts';
export { listingFields, searchFields, viewFields, wishFields } from './product-events.ts';
