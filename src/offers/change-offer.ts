/** Use cases: add, replace, patch and remove a promotion or coupon. It may have a megabyte: it is checked and written in turns of their own. */
import { isDeepStrictEqual } from 'node:util';
import type { Application, ApplicationPlace } from '../applications/application-store.ts';
import { namedApplication } from '../applications/named-place.ts';
import type { Node } from '../applications/node.ts';
import type { KeyedWrite } from '../applications/write-once.ts';
import type { OfferPatch } from '../contract/offers/offer-parts-contract.ts';
import { untilGuardHolds } from '../db/until-guard-holds.ts';
import { readKnownZones } from '../delivery/zone-statements.ts';
import { commitOffer } from './commit-offer.ts';
import { offersInTurns, readOffer } from './offer-store.ts';
import {
  type Definition,
  hasManyCodes,
  merchantPart,
  type Offer,
  type OfferKind,
  record,
  scheduleOf,
  textOf,
} from './offer.ts';
import { completeCoupon } from './rules/coupon-rules.ts';
import { askedState, canBecome, inState, isStopped } from './rules/offer-life-rules.ts';
import { offerProblems } from './rules/offer-rules.ts';
import { scheduleProblems } from './rules/schedule-rules.ts';
import { excludeProblems, excludesNamed, unknownRestrictions } from './rules/named-rules.ts';
import { completePromotion } from './rules/promotion-rules.ts';
import { zonesNamed } from './rules/zone-rules.ts';
import { Refusal } from '../shared/errors.ts';
import { objectId } from '../shared/identifiers.ts';
import { nextTurn } from '../shared/slices.ts';

export type OfferRequest = KeyedWrite<string>;

export const offerAt = async ({ db }: Node, place: ApplicationPlace, kind: OfferKind, id: string): Promise<Offer> => {
  const offer = await readOffer(db, place, [kind, id]);
  if (offer === undefined) throw new Refusal(`${kind}_not_found`);
  return offer;
};

const keptPart = (kind: OfferKind, body: Definition): Definition => {
  const kept = merchantPart(body);
  return kind === 'coupon' ? completeCoupon(kept) : completePromotion(kept);
};

/** The zones that these definitions may name. */
export const zonesFor = (
  { db }: Pick<Node, 'db'>,
  { companyId }: Pick<ApplicationPlace, 'companyId'>,
  definitions: readonly Definition[],
): Promise<ReadonlySet<number>> => readKnownZones(db, companyId, [...new Set(definitions.flatMap(zonesNamed))]);

const check = (offer: Offer, { settings }: Application, zones: ReadonlySet<number>, at: number): void => {
  const details = offerProblems(offer, settings, zones, at);
  if (details.length > 0) throw new Refusal('offer_invalid', { details });
};
/** Limits that are newer than an offer keep nobody from ending it: then only what its schedule newly says is looked at. */
const checkChange = (
  { before, after }: { readonly before: Offer; readonly after: Offer },
  application: Application,
  zones: ReadonlySet<number>,
  at: number,
): void => {
  if (!isStopped(before, after)) return check(after, application, zones, at);
  const problemsOf = ({ definition }: Offer) =>
    scheduleProblems(scheduleOf(definition), application.settings.time_zone, at);
  const known = new Set(problemsOf(before).map(({ message }) => message));
  const details = problemsOf(after).filter(({ message }) => !known.has(message));
  if (details.length > 0) throw new Refusal('offer_invalid', { details });
};
const checkPlace = (body: Definition, { applicationId }: ApplicationPlace): void => {
  const named = textOf(body.application_id);
  if (named === '' || named === applicationId) return;
  const details = [{ field: 'application_id', message: 'It is another application than the one in the address.' }];
  throw new Refusal('offer_invalid', { details });
};

/** What a merchant writes anew is known word by word: what nobody reads would be kept, and limit nothing. */
const checkNew = async (
  { db }: Pick<Node, 'db'>,
  { applicationId }: ApplicationPlace,
  body: Definition,
  before: Definition = {},
): Promise<void> => {
  const named = excludesNamed(body).filter((id) => !excludesNamed(before).includes(id));
  const known = new Set(await offersInTurns(db, { applicationId, ids: [...new Set(named)] }, ({ id }) => id));
  const details = [...unknownRestrictions(body, before), ...excludeProblems(body, named, known)];
  if (details.length > 0) throw new Refusal('offer_invalid', { details });
};

/** A new offer that may be kept, or the refusal that says why not. */
export const planOffer = (
  { kind, body }: { readonly kind: OfferKind; readonly body: Definition },
  application: Application,
  zones: ReadonlySet<number>,
  { id, by, at }: { readonly id: string; readonly by: string; readonly at: number },
): Offer => {
  const state = askedState(scheduleOf(body), undefined);
  if (state === 'rejected') throw new Refusal('offer_state_conflict');
  const draft: Offer = {
    id,
    kind,
    state: 'draft',
    isArchived: record(body.state).is_archived === true,
    version: 1,
    definition: keptPart(kind, body),
    life: { created: { by, at }, modified: { by, at } },
    reason: null,
  };
  const offer = inState(draft, state, by, at);
  check(offer, application, zones, at);
  return offer;
};

export const addOffer = async (
  node: Node,
  place: ApplicationPlace,
  { kind, body }: { readonly kind: OfferKind; readonly body: Definition },
  request: OfferRequest,
): Promise<Offer> => {
  const application = await namedApplication(node, place);
  checkPlace(body, place);
  await checkNew(node, place, body);
  const zones = await zonesFor(node, place, [body]);
  const at = node.now();
  await nextTurn();
  const offer = planOffer({ kind, body }, application, zones, { id: objectId(node.random), by: request.actor, at });
  await nextTurn();
  await commitOffer(node, place, request, { after: offer, action: 'add', at });
  return offer;
};

/** Reads, decides and writes again while somebody else was faster; an offer that stays the same is not written. */
const change = (
  node: Node,
  place: ApplicationPlace,
  [kind, id]: readonly [OfferKind, string],
  { request, decide }: { readonly request: OfferRequest; readonly decide: (before: Offer, at: number) => Offer },
): Promise<Offer> =>
  untilGuardHolds('offer_row', async () => {
    const application = await namedApplication(node, place);
    const before = await offerAt(node, place, kind, id);
    request.checkVersion(before.version);
    const at = node.now();
    const decided = decide(before, at);
    if (!canBecome(before.state, decided.state)) {
      const message = `An offer in state ${before.state} cannot become ${decided.state}.`;
      throw new Refusal('offer_state_conflict', { message });
    }
    if (isDeepStrictEqual(decided, before)) return before;
    const modified = { by: request.actor, at };
    const after = { ...decided, version: before.version + 1, life: { ...decided.life, modified } };
    // A zone that has gone since is no reason to refuse a change.
    const zones = new Set([...(await zonesFor(node, place, [after.definition])), ...zonesNamed(before.definition)]);
    await nextTurn();
    checkChange({ before, after }, application, zones, at);
    await nextTurn();
    await commitOffer(node, place, request, { before, after, action: 'change', at });
    return after;
  });

/** Whether it has one code, or codes of which kind. */
const kindOfCodes = (definition: Definition): string =>
  hasManyCodes(definition) ? textOf(definition.coupon_type) : 'single';

/** The whole definition anew. */
export const replaceOffer = async (
  node: Node,
  place: ApplicationPlace,
  { key, body }: { readonly key: readonly [OfferKind, string]; readonly body: Definition },
  request: OfferRequest,
): Promise<Offer> => {
  const current = await offerAt(node, place, ...key);
  await checkNew(node, place, body, current.definition);
  return change(node, place, key, {
    request,
    decide: (before, at) => {
      checkPlace(body, place);
      const definition = keptPart(key[0], body);
      if (kindOfCodes(definition) !== kindOfCodes(before.definition)) {
        const details = [
          { field: 'coupon_type', message: 'A coupon stays single, bulk or referral; make another one.' },
        ];
        throw new Refusal('offer_invalid', { details });
      }
      const archived = record(body.state).is_archived;
      const next: Offer = {
        ...before,
        definition,
        isArchived: typeof archived === 'boolean' ? archived : before.isArchived,
        reason: textOf(body.reason) === '' ? before.reason : textOf(body.reason),
      };
      return inState(next, askedState(scheduleOf(body), before.state), request.actor, at);
    },
  });
};

/** Only the archive mark and the schedule. */
export const patchOffer = (
  node: Node,
  place: ApplicationPlace,
  { key, patch: { archive, schedule } }: { readonly key: readonly [OfferKind, string]; readonly patch: OfferPatch },
  request: OfferRequest,
): Promise<Offer> =>
  change(node, place, key, {
    request,
    decide: (before, at) => {
      const merged = { ...scheduleOf(before.definition), ...schedule };
      const definition =
        schedule === undefined ? before.definition : merchantPart({ ...before.definition, _schedule: merged });
      const next = { ...before, definition, isArchived: archive ?? before.isArchived };
      return inState(next, askedState(record(schedule), before.state), request.actor, at);
    },
  });

/** Its uses stay counted for the orders that made them; its codes become unknown at once and are cleared away later. */
export const removeOffer = (
  node: Node,
  place: ApplicationPlace,
  [kind, id]: readonly [OfferKind, string],
  request: OfferRequest,
): Promise<Offer> =>
  untilGuardHolds('offer_row', async () => {
    const before = await offerAt(node, place, kind, id);
    request.checkVersion(before.version);
    await commitOffer(node, place, request, { before, action: 'remove', at: node.now() });
    return before;
  });
