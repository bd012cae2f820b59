/** Use case: what a given cart would cost with these offers at that instant. Reads, prices purely, writes nothing. */
import { namedApplication } from '../../applications/named-place.ts';
import type { Application, ApplicationPlace } from '../../applications/application-store.ts';
import type { Node } from '../../applications/node.ts';
import type { PreviewAnswer, PreviewBody } from '../../contract/offers/offer-preview-contract.ts';
import { isRefused } from '../../pricing/compile/compile-offers.ts';
import { indexing, type OfferIndex } from '../../pricing/compile/offer-index.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import { MEETINGS_A_TURN, pricingOf } from '../../pricing/price-cart.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import type { Work } from '../../pricing/work.ts';
import { isoTime } from '../../shared/clock.ts';
import { currencyOf } from '../../shared/currency.ts';
import { type FieldProblem, Refusal } from '../../shared/errors.ts';
import { toDecimal } from '../../shared/money.ts';
import { inSlices, nextTurn, workInTurns } from '../../shared/slices.ts';
import { zonesFor } from '../change-offer.ts';
import { compileStored } from '../compilable.ts';
import type { AskRule } from '../logic/rule-asker.ts';
import { listCustomRules } from '../logic/custom-rule-store.ts';
import { activeRules, priceWithRules } from '../logic/ruled-input.ts';
import { completeCoupon } from '../rules/coupon-rules.ts';
import { type Definition, folded, merchantPart, type Offer, type OfferKind, record, textOf } from '../offer.ts';
import { offerProblems } from '../rules/offer-rules.ts';
import { listRunning, offersInTurns } from '../offer-store.ts';
import { type KnownArticles, previewInput, unknownItems } from './preview-rules.ts';
import { completePromotion } from '../rules/promotion-rules.ts';

/** Each may be as large as the body it came in. */
const GIVEN_A_TURN = 1;

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

const checked = async (
  offers: readonly Offer[],
  list: string,
  {
    application: { settings },
    zones,
    at,
  }: { readonly application: Application; readonly zones: ReadonlySet<number>; readonly at: number },
): Promise<readonly Offer[]> => {
  const problems = await inSlices(offers, GIVEN_A_TURN, (offer, index) =>
    offerProblems(offer, settings, zones, at).map(
      ({ field, message }): FieldProblem => ({ field: `${list}[${index}].${field}`, message }),
    ),
  );
  const details = problems.flat();
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
  // What they were read from was read and checked in the turn that ends here.
  await nextTurn();
  const zones = await zonesFor(node, application, [...promotions, ...coupons]);
  const added = (kind: OfferKind, bodies: readonly Definition[]): Promise<readonly Offer[]> =>
    checked(
      bodies.map((one, index) => unsaved(kind, one, index, at)),
      `${kind}s`,
      { application, zones, at },
    );
  return [...(await added('promotion', promotions)), ...(await added('coupon', coupons))];
};

const savedIds = async (
  { db }: Node,
  { applicationId }: ApplicationPlace,
  { published = true, offer_ids: asked = [] }: PreviewBody,
  asOf: number,
): Promise<readonly string[]> => {
  const ids = new Set(asked);
  if (published) {
    for await (const rows of listRunning(db, applicationId, asOf)) for (const { id } of rows) ids.add(id);
  }
  return [...ids];
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

/**
 * Each percentage may leave the units of a line at twice as many prices, so that a million units under twenty of them are hundreds
 * of thousands of lots; and a hundred offers of a hundred rules each meet 500 lines five million times, for a minute. Nobody has
 * such a cart.
 */
const MOST_AT_ONCE = 2_000;
const MOST_IN_ALL = 120_000;
function* withinReason<Result>(work: Work<Result>): Work<Result> {
  for (let all = 0; ; ) {
    const { done, value } = work.next();
    if (done === true) return value;
    all += value;
    if (value > MOST_AT_ONCE || all > MOST_IN_ALL) {
      const message = 'This is too much to be priced at once: preview fewer units, fewer items or fewer offers.';
      throw new Refusal('body_invalid', { details: [{ field: 'items', message }] });
    }
    yield value;
  }
}

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
  await nextTurn();
  const { applicationId } = place;
  const compile = (offer: Offer) => compileStored(offer, settings, asOf).offer;
  const ids = await savedIds(node, place, body, asOf);
  const compiled = [
    ...(await inSlices(given, GIVEN_A_TURN, compile)),
    ...(await offersInTurns(node.db, { applicationId, ids }, compile)),
  ];
  const usable = compiled.filter((offer): offer is CompiledOffer => !isRefused(offer));
  const unreadable = compiled.filter(isRefused);
  const index = await workInTurns(indexing(usable, unreadable), MEETINGS_A_TURN);
  await nextTurn();
  const told = previewInput(body, asOf, settings, { offers: index, ...couponsOf(index, body), known });
  const rules = activeRules(await listCustomRules(node.db, applicationId), usable);
  const { input } = await priceWithRules({ ...rules, applicationId, ask, to: () => null, keepsNet: false }, told);
  const priced = await workInTurns(withinReason(pricingOf(input)), MEETINGS_A_TURN);

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
