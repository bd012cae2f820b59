/**
 * Carts become one: because it was asked for, or because a shopper who has just signed in still carries an anonymous cart.
 * A source is merged once: it goes out of use in the same batch, so of many at once one merges and the others find nothing.
 */
import type { CartAsk } from '../call/cart-ask.ts';
import { withGoodsAlone } from '../call/cart-reach-rules.ts';
import { type CartCall, type CartShop, noReaders } from '../call/cart-shop.ts';
import { openOrVacant, owns } from '../call/find-cart.ts';
import { vacantCart } from '../call/vacant-cart.ts';
import { putOptions, putTo } from '../lines/apply-adds.ts';
import { letGo, mergeDocuments, type Shortfall } from '../lines/apply-merge.ts';
import { loadFacts } from '../lines/load-facts.ts';
import { answerCart } from '../response/cart-answer.ts';
import { type CartDocument, emptyDocument, type StoredCart } from '../store/cart-document.ts';
import type { CartChange, Merge, Plan, Retired } from '../store/cart-history.ts';
import { isCartNumber } from '../store/cart-numbers.ts';
import { readCart, readCartByNumber, readCartsOf, readCurrentCart } from '../store/cart-store.ts';
import { UNDO_MS } from '../store/merge-store.ts';
import { carryOut, changedCart, newCart } from '../write/commit-cart.ts';
import { type CartWrite, writeOne, type Written } from '../write/write-cart.ts';
import { plainRecord } from '../write/write-outcome.ts';
import type { MergeReport } from '../../contract/cart/cart-answers-contract.ts';
import { carryVatCheck } from '../../customers/vat/vat-statements.ts';
import { isoTime } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';
import { objectId } from '../../shared/identifiers.ts';
import { turnsAfter } from '../../shared/slices.ts';
import { joins, type MergeStrategy } from '../../shared/merge-quantities.ts';

const changeOf = ({ key, asked, kept, message, code }: Shortfall): MergeReport['clamped'][number] => ({
  key,
  asked,
  kept,
  message,
  error_code: code,
});
/** Twice what one cart can hold: a report of hundreds of carts is kept with the merge, and listed. */
const MOST_TOLD = 1_000;
const reportOf = (sources: readonly StoredCart[], shortfalls: readonly Shortfall[]): MergeReport => ({
  sources: sources.map(({ cartId }) => cartId),
  clamped: shortfalls
    .filter(({ kept }) => kept > 0)
    .slice(0, MOST_TOLD)
    .map(changeOf),
  dropped: shortfalls
    .filter(({ kept }) => kept === 0)
    .slice(0, MOST_TOLD)
    .map(changeOf),
});

/** With how it is taken back, where something came of it. */
const withUndo = (report: MergeReport, merges: readonly Merge[], now: number): MergeReport =>
  merges.length === 0
    ? report
    : { ...report, merge_ids: merges.map(({ id }) => id), undo_until: isoTime(now + UNDO_MS) };

/** Lines that are looked at in one turn of the loop: one call may name two hundred carts. */
const LINES_A_TURN = 1_000;

type Joined = { readonly document: CartDocument; readonly shortfalls: readonly Shortfall[] };

type Joining = Readonly<{ target: StoredCart | undefined; sources: readonly StoredCart[]; strategy: MergeStrategy }>;

const hasLines = (cart: StoredCart | undefined): boolean => (cart?.document.lines.length ?? 0) > 0;

/** Carts that were last priced in another currency than the target, where the policy rejects them. */
const ofOtherCurrency = async (
  { caller, readers }: CartCall['shop'],
  target: StoredCart | undefined,
  sources: readonly StoredCart[],
): Promise<ReadonlySet<StoredCart>> => {
  if (caller.settings.policy.merge_currency === 'any' || target === undefined || !hasLines(target)) return new Set();
  const { snapshot } = { ...noReaders, ...readers };
  const own = (await snapshot(target))?.currency;
  const others = new Set<StoredCart>();
  const pause = turnsAfter(LINES_A_TURN);
  for (const source of own === undefined ? [] : sources) {
    await pause(source.document.lines.length);
    const known = (await snapshot(source))?.currency;
    if (known !== undefined && known !== own) others.add(source);
  }
  return others;
};

/** The target's document with those of the sources, one after the other. */
const join = async ({ shop }: CartCall, ask: CartAsk, { target, sources, strategy }: Joining): Promise<Joined> => {
  const own = target?.document ?? emptyDocument;
  const lines = [...own.lines, ...sources.flatMap(({ document }) => document.lines)];
  const facts = await loadFacts(shop, ask, { cart: target, lines, refs: [] });
  const slug = target?.slug ?? sources[0]?.slug ?? facts.universal.slug;
  const options = putOptions(putTo(shop.node, facts, target, slug), 'clamp');
  const strange = await ofOtherCurrency(shop, target, sources);
  const pause = turnsAfter(LINES_A_TURN);
  const shortfalls: Shortfall[] = [];
  let document = own;
  for (const source of sources) {
    await pause(document.lines.length + source.document.lines.length);
    const merged = strange.has(source)
      ? { document, shortfalls: letGo(source.document, 'other_currency') }
      : mergeDocuments(document, source.document, strategy, options);
    document = merged.document;
    shortfalls.push(...merged.shortfalls);
  }
  return { document, shortfalls };
};

/** Exactly what `is_cart_changed` means: lines of an anonymous cart came to lines of a customer's. */
const changesCart = (
  target: StoredCart | undefined,
  sources: readonly StoredCart[],
  strategy: MergeStrategy,
): boolean =>
  target?.owner.kind === 'customer' &&
  hasLines(target) &&
  joins(strategy, target.document.lines.length) &&
  sources.some((source) => source.owner.kind === 'anonymous' && hasLines(source));

const retireInto = (sources: readonly StoredCart[], target: StoredCart): readonly Retired[] =>
  sources.map((cart) => ({ cart, state: 'merged', mergedInto: target.id }));

/** A cart of somebody else, whose id was all the caller had. One that is held by its id has no other shopper than who has that. */
const isTakenById = ({ shopper, staff }: CartShop, { owner, heldById }: StoredCart): boolean =>
  staff === undefined && !owns(shopper, owner) && heldById !== true;
const takenInto = (shop: CartShop, sources: readonly StoredCart[], target: StoredCart): readonly Retired[] =>
  retireInto(sources, target).map((one) => ({ ...one, takenById: isTakenById(shop, one.cart) }));

export type SignInMerge = { readonly changed: boolean; readonly report: MergeReport | null };
const nothing: SignInMerge = { changed: false, report: null };

/** Every anonymous cart with lines goes into the customer's of the same kind; buy-now carts stay behind. */
export const mergeOnSignIn = async (call: CartCall, ask: CartAsk): Promise<SignInMerge> => {
  const { shop } = call;
  const { customer, anonymous } = shop.shopper;
  if (customer === undefined || anonymous === undefined) return nothing;
  const { applicationId, settings } = shop.caller;
  const from = { kind: 'anonymous', id: anonymous.id } as const;
  const to = { kind: 'customer', id: customer.userId } as const;
  const joinable = async () =>
    (await readCartsOf(shop.node.db, applicationId, from)).filter(
      (cart) => cart.kind !== 'buy_now' && hasLines(cart) && cart.document.apart === undefined,
    );
  // Most calls find nothing here: they do not wait for a turn.
  if ((await joinable()).length === 0) return nothing;
  return carryOut(
    shop,
    `customer/${to.id}`,
    () => [],
    async (): Promise<Plan<SignInMerge>> => {
      const sources = await joinable();
      const changes: CartChange[] = [];
      const retired: Retired[] = [];
      const shortfalls: Shortfall[] = [];
      const merges: Merge[] = [];
      let changed = false;
      for (const source of sources) {
        const target = await readCurrentCart(shop.node.db, applicationId, to, source);
        const joined = await join(call, ask, { target, sources: [source], strategy: settings.policy.merge_strategy });
        const after =
          target === undefined
            ? newCart(shop, await vacantCart(call, source), joined.document)
            : changedCart(shop, target, joined.document);
        const { snapshot } = await answerCart(shop, after, ask);
        changes.push({ before: target, after, snapshot });
        retired.push(...retireInto([source], after));
        shortfalls.push(...joined.shortfalls);
        const report = reportOf([source], joined.shortfalls);
        merges.push({ id: objectId(shop.node.random), into: after.id, sources: [source], report, bySignIn: true });
        changed ||= changesCart(target, [source], settings.policy.merge_strategy);
      }
      const all = reportOf(sources, shortfalls);
      const report = sources.length === 0 ? null : withUndo(all, merges, shop.node.now());
      const statements = sources.flatMap(({ document: { meta } }) =>
        typeof meta.vatId === 'string' ? [carryVatCheck(applicationId, meta.vatId, from, to)] : [],
      );
      return {
        operation: 'merge',
        changes,
        retired,
        merges,
        statements,
        record: undefined,
        answer: { changed, report },
      };
    },
  );
};

export type MergeOptions = { readonly ids: readonly string[]; readonly strategy: MergeStrategy | null };

/** A source that was merged before, for its owner or the target's: repeating a merge changes nothing. */
const wasMerged = async ({ shop }: CartCall, id: string, target: StoredCart | undefined): Promise<boolean> => {
  const { db } = shop.node;
  const { applicationId } = shop.caller;
  const byNumber = isCartNumber(id);
  const found = byNumber
    ? await readCartByNumber(db, applicationId, Number(id))
    : await readCart(db, applicationId, id);
  if (found?.state !== 'merged') return false;
  return (target !== undefined && found.mergedInto === target.id) || owns(shop.shopper, found.cart.owner);
};

/** Carts of the caller, or anonymous ones he knows by id, other than the target itself. */
const sourcesFor = async (
  call: CartCall,
  ids: readonly string[],
  target: StoredCart | undefined,
): Promise<readonly StoredCart[]> => {
  const { shop } = call;
  const found: StoredCart[] = [];
  const pause = turnsAfter(LINES_A_TURN);
  for (const id of new Set(ids)) {
    await pause(1 + (found.at(-1)?.document.lines.length ?? 0));
    if (await wasMerged(call, id, target)) continue;
    const cart = await openOrVacant(shop, id);
    if (cart === 'vacant') continue;
    if (cart === undefined) throw new Refusal('merge_source_invalid');
    if (cart.id === target?.id || found.some(({ id: known }) => known === cart.id)) continue;
    found.push(cart);
  }
  return found;
};

export const mergeCarts = (write: CartWrite, { ids, strategy }: MergeOptions): Promise<Written> =>
  writeOne(write, async ({ cart, kind }) => {
    const { call, ask } = write;
    const found = await sourcesFor(call, ids, cart);
    // Whoever may change only the goods of the target brings only goods to it.
    const sources = cart?.withheld === undefined ? found : found.map(withGoodsAlone);
    // A custom cart takes only what has its tags, and so only carts of its own kind.
    if (kind.kind === 'custom' && sources.some(({ slug }) => slug !== kind.slug)) {
      throw new Refusal('merge_source_invalid');
    }
    const chosen = strategy ?? call.shop.caller.settings.policy.explicit_merge_strategy;
    const joined = await join(call, ask, { target: cart, sources, strategy: chosen });
    const report = reportOf(sources, joined.shortfalls);
    const { node } = call.shop;
    const kept = { id: objectId(node.random), sources, report };
    const message = sources.length === 0 ? 'Nothing to merge' : 'Carts merged';
    return {
      operation: 'merge',
      document: sources.length === 0 ? undefined : joined.document,
      ask: { ...ask, isCartChanged: ask.isCartChanged || changesCart(cart, sources, chosen) },
      recordOf: (current) => ({
        ...plainRecord(current, message),
        merge: sources.length === 0 ? report : withUndo(report, [{ ...kept, into: current?.id ?? '' }], node.now()),
      }),
      more: ({ changes }) => ({
        retired: changes.flatMap(({ after }) => takenInto(call.shop, sources, after)),
        merges: changes.map(({ after }) => ({ ...kept, into: after.id })),
      }),
    };
  });
