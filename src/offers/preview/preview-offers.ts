/** Use case: what a given cart would cost with these offers at that instant. Reads, prices purely, writes nothing. */
import { namedApplication } from '../../applications/named-place.ts';
import type { Application, ApplicationPlace } from '../../applications/application-store.ts';
import type { Node } from '../../applications/node.ts';
import type { PreviewAnswer, PreviewBody } from '../../contract/offers/offer-preview-contract.ts';
import { isRefused } from '../../pricing/compile/compile-offers.ts';
import { indexOffers, type OfferIndex } from '../../pricing/compile/offer-index.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import { MEETINGS_A_TURN, pricingOf } from '../../pricing/price-cart.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import { isoTime } from '../../shared/clock.ts';
import { currencyOf } from '../../shared/currency.ts';
import { type FieldProblem, Refusal } from '../../shared/errors.ts';
import { toDecimal } from '../../shared/money.ts';
import { inSlices, workInTurns } from '../../shared/slices.ts';
import { zonesFor } from '../change-offer.ts';
import { compileStored } from '../compilable.ts';
import type { AskRule } from '../logic/rule-asker.ts';
import { listCustomRules } from '../logic/custom-rule-store.ts';
import { activeRules, priceWithRules } from '../logic/ruled-input.ts';
import { completeCoupon } from '../rules/coupon-rules.ts';
import { type Definition, folded, merchantPart, type Offer, type OfferKind, record, textOf } from '../offer.ts';
import { offerProblems } from '../rules/offer-rules.ts';
import { listRunning, readOffers } from '../offer-store.ts';
import { type KnownArticles, previewInput, unknownItems } from './preview-rules.ts';
import { completePromotion } from '../rules/promotion-rules.ts';

const PORTION = 100;
const OFFERS_A_TURN = 20;

/** An offer nobody has saved, under an id of its own. */
const unsaved = (kind: OfferKind, body: Definition, index: number, at: number): Offer => ({
  id: `new-${kind}-${index}`,
  kind,
  state: 'draft',
  isArchived: false,
  version: 0,
  definition: kind === 'coupon' ? completeCoupon(merchantPart(body)) : completePromotion(merchantPart(body)),
  life: { created: { by: '', at }, modified: { by: '', at } },
  reason: null,
});

const checked = (
  offers: readonly Offer[],
  list: string,
  {
    application: { settings },
    zones,
    at,
  }: { readonly application: Application; readonly zones: ReadonlySet<number>; readonly at: number },
): readonly Offer[] => {
  const details = offers.flatMap((offer, index) =>
    offerProblems(offer, settings, zones, at).map(
      ({ field, message }): FieldProblem => ({ field: `${list}[${index}].${field}`, message }),
    ),
  );
  if (details.length > 0) throw new Refusal('offer_invalid', { details });
  return offers;
};

type Given = {
  readonly promotions?: readonly Definition[] | undefined;
  readonly coupons?: readonly Definition[] | undefined;
};

/** Offers that nobody has saved, as they would be kept; what cannot be kept is refused. */
export const givenOffers = async (
  { node, application }: { readonly node: Pick<Node, 'db'>; readonly application: Application },
  { promotions = [], coupons = [] }: Given,
  at: number,
): Promise<readonly Offer[]> => {
  const zones = await zonesFor(node, application, [...promotions, ...coupons]);
  const added = (kind: OfferKind, bodies: readonly Definition[]): readonly Offer[] =>
    checked(
      bodies.map((one, index) => unsaved(kind, one, index, at)),
      `${kind}s`,
      { application, zones, at },
    );
  return [...added('promotion', promotions), ...added('coupon', coupons)];
};

const savedOffers = async (
  { db }: Node,
  { applicationId }: ApplicationPlace,
  { published = true, offer_ids: asked = [] }: PreviewBody,
  asOf: number,
): Promise<readonly Offer[]> => {
  const ids = new Set(asked);
  if (published) {
    for await (const rows of listRunning(db, applicationId, asOf)) for (const { id } of rows) ids.add(id);
  }
  const all = [...ids];
  const found: Offer[] = [];
  for (let at = 0; at < all.length; at += PORTION) {
    found.push(...(await readOffers(db, applicationId, all.slice(at, at + PORTION))));
  }
  return found;
};

const nameOf = ({ definition }: CompiledOffer): string => {
  const shown = record(definition.display_meta);
  return textOf(shown.name) || textOf(shown.title);
};

const couponOf = ({ coupons }: OfferIndex, code: string, field: string): CompiledOffer => {
  const coupon = coupons.get(folded(code));
  if (coupon !== undefined) return coupon;
  throw new Refusal('coupon_not_found', { details: [{ field, message: 'No offer here has this code.' }] });
};

/** The codes that were typed: the one that is spoken of, and those beside it. */
const couponsOf = (
  index: OfferIndex,
  { coupon_code: code, more_coupon_codes: more = [] }: PreviewBody,
): Pick<PriceInput, 'coupon' | 'moreCoupons'> => ({
  coupon: code === undefined ? null : couponOf(index, code, 'coupon_code'),
  ...(more.length > 0 && { moreCoupons: more.map((one, at) => couponOf(index, one, `more_coupon_codes[${at}]`)) }),
});

/** Reads articles as pricing sees them, with prices in this currency. */
export type ReadKnown = (companyId: number, uids: readonly string[], currency: string) => Promise<KnownArticles>;

type PreviewDesk = { readonly node: Node; readonly readKnown: ReadKnown; readonly ask?: AskRule };

export const previewOffers = async (
  { node, readKnown, ask }: PreviewDesk,
  place: ApplicationPlace,
  body: PreviewBody,
): Promise<PreviewAnswer> => {
  const application = await namedApplication(node, place);
  const { settings } = application;
  const uids = [...new Set(body.items.map(({ article_id }) => article_id))];
  const known = await readKnown(place.companyId, uids, settings.currency);
  const details = unknownItems(body.items, known, settings.currency);
  if (details.length > 0) throw new Refusal('body_invalid', { details });
  const asOf = body.as_of === undefined ? node.now() : Date.parse(body.as_of);
  const given = await givenOffers({ node, application }, body, asOf);
  const offers = [...given, ...(await savedOffers(node, place, body, asOf))];
  const compiled = await inSlices(offers, OFFERS_A_TURN, (offer) => compileStored(offer, settings, asOf).offer);
  const usable = compiled.filter((offer): offer is CompiledOffer => !isRefused(offer));
  const unreadable = compiled.filter(isRefused);
  const index = indexOffers(usable, unreadable);
  const told = previewInput(body, asOf, settings, { offers: index, ...couponsOf(index, body), known });
  const rules = activeRules(await listCustomRules(node.db, place.applicationId), usable);
  const { input } = await priceWithRules(
    { ...rules, applicationId: place.applicationId, ask, to: () => null, keepsNet: false },
    told,
  );
  const priced = await workInTurns(pricingOf(input), MEETINGS_A_TURN);

  const answers = Object.values(priced.coupons ?? { coupon: priced.coupon });
  const whyNots = [...priced.notApplied, ...answers.flatMap((answer) => answer?.whyNot ?? [])];
  const names = new Map(usable.map((offer) => [offer.id, nameOf(offer)]));
  const { exponent } = currencyOf(settings.currency);
  const money = (minor: number): number => toDecimal(minor, exponent);
  return {
    as_of: isoTime(asOf),
    currency: settings.currency,
    breakup: Object.fromEntries(
      Object.entries(priced.breakup).flatMap(([name, value]) =>
        typeof value === 'number' ? [[name, money(value)]] : [],
      ),
    ),
    items: priced.lines.map(({ article, quantity, lots, gift }) => ({
      article_id: article.uid,
      quantity,
      amount: money(lots.reduce((sum, { units, price }) => sum + units * price, 0)),
      is_gift: gift !== null,
    })),
    applied: priced.adjustments
      .filter(({ source }) => source.kind === 'offer')
      .map(({ source, stage, amount }) => ({
        offer_id: source.id,
        name: names.get(source.id) ?? '',
        stage,
        amount: money(amount),
      })),
    not_applied: whyNots.map(({ offerId, reason, shortfall, by = null }) => ({
      offer_id: offerId,
      name: names.get(offerId) ?? '',
      reason,
      closed_by: by,
      missing: shortfall === null ? null : isAmount(shortfall.metric) ? money(shortfall.gap) : shortfall.gap,
    })),
    unreadable: unreadable.map(({ id, reason }) => ({ offer_id: id, reason })),
  };
};

const isAmount = (metric: string): boolean => ['cart_total', 'cart_unique_item_amount', 'budget'].includes(metric);
