/** Reading promotions and coupons for an administrator: one, a page of them, whether a code is free. */
import { namedApplication } from '../../applications/named-place.ts';
import type { ApplicationPlace } from '../../applications/application-store.ts';
import type { Node } from '../../applications/node.ts';
import { askedPage, pageOf } from '../../shared/paging.ts';
import { offerAt } from '../change-offer.ts';
import { folded, type Offer, type OfferKind } from '../offer.ts';
import { listOffers, type OfferFilter } from './offer-list-store.ts';
import { findCode } from '../offer-store.ts';
import type { ViewOf } from './offer-view.ts';
import { BUDGET } from '../uses/use-statements.ts';
import { readTaken } from '../uses/use-store.ts';
import { inSlices } from '../../shared/slices.ts';

type View<T> = (offer: Offer, view: ViewOf) => T;

/** The next times of those that repeat take a millisecond or two each. */
const OFFERS_A_TURN = 10;

/** Offers as the SDK reads them, with the uses that are left and the next times they run. */
const shown = async <T>(node: Node, place: ApplicationPlace, offers: readonly Offer[], view: View<T>) => {
  const { settings } = await namedApplication(node, place);
  const ids = offers.map(({ id }) => id);
  const [taken, spent] = await Promise.all([
    readTaken(node.db, place.applicationId, ids),
    readTaken(node.db, place.applicationId, ids, BUDGET),
  ]);
  const { time_zone: timeZone, currency } = settings;
  const about = { applicationId: place.applicationId, timeZone, currency, now: node.now() };
  return inSlices(offers, OFFERS_A_TURN, (offer) =>
    view(offer, { ...about, taken: taken.get(offer.id) ?? 0, spent: spent.get(offer.id) ?? 0 }),
  );
};

export const showOffer = async <T>(node: Node, place: ApplicationPlace, offer: Offer, view: View<T>): Promise<T> => {
  const [one] = await shown(node, place, [offer], view);
  return one as T;
};

export const readShown = async <T>(
  node: Node,
  place: ApplicationPlace,
  [kind, id]: readonly [OfferKind, string],
  view: View<T>,
): Promise<{ readonly version: number; readonly view: T }> => {
  const offer = await offerAt(node, place, kind, id);
  return { version: offer.version, view: await showOffer(node, place, offer, view) };
};

type OffersAsked = {
  readonly filter: Omit<OfferFilter, 'applicationId'>;
  readonly query: { readonly page_no?: number; readonly page_size?: number };
};

export const pageOfOffers = async <T>(
  node: Node,
  place: ApplicationPlace,
  { filter, query }: OffersAsked,
  view: View<T>,
) => {
  const asked = askedPage(query);
  await namedApplication(node, place);
  const { applicationId } = place;
  const { offers, total } = await listOffers(node.db, { ...filter, applicationId }, asked, node.now());
  const items = await shown(node, place, offers, view);
  const more = asked.current * asked.size < total;
  const page = pageOf({ ...asked, type: 'number', itemCount: items.length, total, next: undefined });
  return { items, page: { ...page, has_next: more, page_size: asked.size } };
};

export const codeExists = async (node: Node, place: ApplicationPlace, code: string) => {
  await namedApplication(node, place);
  const exists = (await findCode(node.db, place.applicationId, folded(code))) !== undefined;
  return { success: !exists, exists, message: exists ? 'This code is taken.' : 'This code is free.' };
};
