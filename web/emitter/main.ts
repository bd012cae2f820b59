/** The emitter: a page says what happened, and the collector learns it. docs/behaviour/emitter.md says what it promises. */
import type { EventName } from '../../src/contract/events/event-payloads-contract.ts';
import { browserContext } from './browser-context.ts';
import { added, removed } from './cart-lines.ts';
import { catalogue } from './catalogue.ts';
import type { Emitter, EmitterOptions } from './emitter-api.ts';
import { envelopeOf, type Fields, redacted } from './envelope.ts';
import { HEADER_CHARACTERS } from './limits.ts';
import { publicAddress } from './page-address.ts';
import { createSender } from './sender.ts';
import { uuid } from './uuid.ts';
import { keptVisitor, type Visitor } from './visitor.ts';

const base64url = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_');

export const createEmitter = (options: EmitterOptions): Emitter => {
  const { applicationId, redact = [] } = options;
  const name = `cartwright/${applicationId}`;
  const visitor = keptVisitor(name);
  const sender = createSender(name, options, visitor);

  const ambientOf = ({ anonymous_id, user_id, campaign, query, places }: Visitor, productId = 0) => {
    const position = places[productId] ?? '';
    return {
      anonymous_id,
      user_id,
      version: '1',
      context: browserContext(),
      source_url: publicAddress(location),
      query: position && query,
      position,
      ...campaign,
    };
  };

  const emit = (event: EventName, fields: Fields = {}): void => {
    const seen = visitor.seen();
    if (!seen) return;
    const ambient = ambientOf(seen, fields['product_id'] as number | undefined);
    // The one event that wants its place as a number, and its prices null.
    const wished = { ...ambient, position: Number(ambient.position), mrp: null, esp: null, currency: null };
    const header = { id: uuid(), created_timestamp: seen.seen_at, trace_id: [seen.session_id] };
    const filled = event === 'product_wishlist_add' ? wished : ambient;
    sender.add(envelopeOf(applicationId, [event, header], [filled, fields], redact));
  };
  const events = Object.fromEntries(
    Object.keys(catalogue).map((event) => [
      event.replace(/_./g, ([, letter = '']) => letter.toUpperCase()),
      (fields: Fields) => emit(event as EventName, fields),
    ]),
  ) as unknown as Emitter;

  return {
    ...events,
    consent: (isGiven) => {
      if (isGiven) {
        visitor.begin();
        void sender.flush();
      } else {
        visitor.forget();
        sender.clear();
      }
    },
    identify: (userId) => visitor.update({ user_id: userId }),
    productListing: (fields, before = 0) => {
      const places = fields.products.map(({ product_id: id }, at) => [id, `${before + at + 1}`]);
      visitor.update({ query: fields.query, places: Object.fromEntries(places) as Visitor['places'] });
      events.productListing(fields);
    },
    userLogin: (fields) => {
      visitor.update({ user_id: fields.user_id });
      events.userLogin(fields);
    },
    userLogout: (fields) => {
      events.userLogout(fields);
      visitor.leave();
    },
    addedToCart: (items, answer) => added(items, answer).forEach(events.addToCart),
    removedFromCart: (lines, answer) => removed(lines, answer).forEach(events.removeFromCart),
    headers: (productId) => {
      const known = visitor.get();
      const value = known && base64url(JSON.stringify(redacted(ambientOf(known, productId), redact)));
      return value && value.length <= HEADER_CHARACTERS ? { 'x-event-context': value } : {};
    },
    flush: sender.flush,
  };
};
