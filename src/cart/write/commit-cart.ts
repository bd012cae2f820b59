/**
 * One guarded batch for every write: the record of the key first, then the carts, their history and their pricing. When
 * somebody was faster the whole decision is made again on what is there now, a bounded number of times.
 */
import { storedCart, wholeCart, withHolder } from '../call/cart-reach-rules.ts';
import type { CartShop } from '../call/cart-shop.ts';
import { owns } from '../call/find-cart.ts';
import { staffEntry } from '../call/staff-act.ts';
import { type CartDocument, emptyDocument, type StoredCart } from '../store/cart-document.ts';
import { type CartChange, commandOf, type Merge, type Plan, type Retired } from '../store/cart-history.ts';
import { type CartCommand, keepArchived, keepHistory, keepSnapshot } from '../store/cart-record-store.ts';
import { cartGuard, heldCarts, insertCart, retireCart, reviveCart, updateCart } from '../store/cart-store.ts';
import { keepMerge, type MergeDocument } from '../store/merge-store.ts';
import { mergeUndoOf } from '../store/merge-undo-rules.ts';
import { documentText } from '../store/document-text.ts';
import { cartEnd, retentionOf } from '../store/retention.ts';
import { type CommandSize, roomOf, sizeOfCommand } from '../store/room-rules.ts';
import { tellCarts } from './tell-carts.ts';
import { tellChanges, tellsLines } from './tell-clicks.ts';
import type { Statement } from '../../db/database.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import type { Remember } from '../../http/idempotency.ts';
import { useQuotas } from '../../quotas/quota-statements.ts';
import { objectId } from '../../shared/identifiers.ts';
import { turnsAfter } from '../../shared/slices.ts';

/** The first version of a cart that was vacant until now. */
export const newCart = ({ node, staff }: CartShop, vacant: StoredCart, document: CartDocument): StoredCart => {
  const now = Math.max(vacant.modifiedAt, node.now());
  return { ...vacant, version: 1, createdAt: now, modifiedAt: now, document: signed(document, staff) };
};

/** A cart that staff work at names the last of them. */
const signed = (document: CartDocument, staff: CartShop['staff']): CartDocument =>
  staff === undefined ? document : { ...document, meta: { ...document.meta, staffUserId: staff.id } };

/** The next version of a cart. Its time never goes back, whatever the clock does. */
export const changedCart = (
  { node, staff, shopper }: CartShop,
  before: StoredCart,
  document: CartDocument,
): StoredCart => ({
  ...before,
  version: before.version + 1,
  modifiedAt: Math.max(before.modifiedAt, node.now()),
  document: signed(goneOnWith(document, shopper), staff),
});

/** Who goes on with a cart without his account wants it with him when he signs in again. */
const goneOnWith = (document: CartDocument, { customer }: CartShop['shopper']): CartDocument => {
  if (document.apart === undefined || customer !== undefined) return document;
  const { apart: _apart, ...rest } = document;
  return rest;
};

const retiredStatements = (shop: CartShop, operation: string, retired: readonly Retired[]): readonly Statement[] => {
  const retention = retentionOf(shop.caller.settings.cart);
  return retired.flatMap(({ cart, state, mergedInto, takenById }) => {
    const at = Math.max(cart.modifiedAt, shop.node.now());
    const after = { ...cart, version: cart.version + 1, modifiedAt: at };
    return [
      retireCart(cart, { state, mergedInto, takenById, at, expiresAt: at + retention.archived }),
      keepHistory(after, { operation, lines: [], members: [state], requestId: shop.requestId }, at + retention.history),
    ];
  });
};

const commandFor = ({ requestId }: CartShop, operation: string, { before, after }: CartChange): CartCommand =>
  commandOf(operation, before?.document ?? emptyDocument, after.document, requestId);

const changeStatements = (
  shop: CartShop,
  { before, after, snapshot }: CartChange,
  command: CartCommand,
): readonly Statement[] => {
  const retention = retentionOf(shop.caller.settings.cart);
  const end = cartEnd(after, retention);
  return [
    before === undefined ? insertCart(after, end) : updateCart(after, before.version, end),
    keepHistory(after, command, after.modifiedAt + retention.history),
    ...(snapshot === undefined ? [] : [keepSnapshot(after.id, snapshot, after.modifiedAt)]),
  ];
};

const revivedStatements = (shop: CartShop, operation: string, cart: StoredCart): readonly Statement[] => {
  const retention = retentionOf(shop.caller.settings.cart);
  return [
    reviveCart(cart, cartEnd(cart, retention)),
    keepHistory(
      cart,
      { operation, lines: [], members: ['active'], requestId: shop.requestId },
      cart.modifiedAt + retention.history,
    ),
  ];
};

const mergeText = (operation: string, { sources, report }: Merge, { before, after }: CartChange): string =>
  JSON.stringify({
    operation,
    cartId: after.cartId,
    version: after.version,
    sources: sources.map((source) => ({ id: source.id, version: source.version + 1 })),
    report,
    ...mergeUndoOf(before?.document ?? emptyDocument, after.document),
  } satisfies MergeDocument);

/** Who of the shop changed which cart, and why; nothing when the shopper did it himself. */
const staffAudit = (
  { staff, node }: CartShop,
  operation: string,
  touched: readonly StoredCart[],
): readonly Statement[] => {
  if (staff === undefined) return [];
  return touched.map((cart) => staffEntry(staff, `cart.${operation}`, cart, node));
};

const thereAlready = (
  changes: readonly CartChange[],
  retired: readonly Retired[],
  revived: readonly StoredCart[],
): readonly string[] =>
  [...changes.flatMap(({ before }) => before ?? []), ...retired.map(({ cart }) => cart), ...revived].map(
    ({ id }) => id,
  );

/** Lines that are written out in one turn of the loop: one call may merge or empty hundreds of carts. */
const LINES_A_TURN = 2_000;

const linesIn = ({ before, after }: CartChange): number =>
  after.document.lines.length + (before?.document.lines.length ?? 0);

const statementsOf = async <T>(shop: CartShop, plan: Plan<T>, remember: Remember): Promise<readonly Statement[]> => {
  const { operation, changes, retired = [], archived = [], statements = [], uses = [], record } = plan;
  const { merges = [], revived = [] } = plan;
  const now = shop.node.now();
  const archiveEnd = now + retentionOf(shop.caller.settings.cart).archived;
  const commands: CommandSize[] = [];
  const made: Statement[] = [];
  const pause = turnsAfter(LINES_A_TURN);
  for (const change of changes) {
    await pause(linesIn(change));
    const command = commandFor(shop, operation, change);
    commands.push(sizeOfCommand(command));
    made.push(...changeStatements(shop, change, command));
  }
  const inUseAgain: Statement[] = [];
  for (const cart of revived) {
    await pause(cart.document.lines.length);
    inUseAgain.push(...revivedStatements(shop, operation, cart));
  }
  const joined = merges.flatMap((merge) =>
    changes
      .filter(({ after }) => after.id === merge.into)
      .map((change) => ({ merge, after: change.after, text: mergeText(operation, merge, change) })),
  );
  const key = record === undefined ? [] : remember({ status: 200, document: record });
  const room = roomOf({
    changes,
    commands,
    retired,
    archived,
    merged: joined.flatMap(({ merge, text }) => (merge.bySignIn === true ? [] : [text])),
    remembered: key.map(() => JSON.stringify(record)),
    tellsLines: tellsLines(shop, operation),
    isAsked: merges.every(({ bySignIn }) => bySignIn !== true),
  });
  return [
    ...key,
    ...useQuotas(shop.taker, [...uses, ...room], now),
    ...heldCarts(thereAlready(changes, retired, revived)),
    ...retiredStatements(shop, operation, retired),
    ...made,
    ...inUseAgain,
    ...joined.flatMap(({ merge: { id }, after, text }) => keepMerge(id, after, text)),
    ...staffAudit(shop, operation, [
      ...changes.map(({ after }) => after),
      ...retired.map(({ cart }) => cart),
      ...revived,
    ]),
    ...archived.map((cart) => keepArchived(objectId(shop.node.random), cart, now, archiveEnd)),
    ...statements,
  ];
};

/** Carts that go out of use, or are copied aside, as they are measured and stored: each becomes text once. */
const writeOut = async <T>({ retired = [], archived = [] }: Plan<T>): Promise<void> => {
  const pause = turnsAfter(LINES_A_TURN);
  for (const { document } of [...retired.map(({ cart }) => cart), ...archived]) {
    await pause(document.lines.length);
    documentText(document);
  }
};

/** To whoever subscribes: every cart that is new, changed or out of use. */
const tellPlan = async <T>(
  shop: CartShop,
  { operation, changes, retired = [], revived = [] }: Plan<T>,
): Promise<readonly Statement[]> => {
  const { outbox, caller, node, requestId } = shop;
  const now = node.now();
  const { companyId, settings } = caller;
  const told = [
    ...changes.map(({ before, after }) => ({ cart: after, isNew: before === undefined, isArchived: false })),
    ...retired.map(({ cart }) => {
      const after = { ...cart, version: cart.version + 1, modifiedAt: Math.max(cart.modifiedAt, now) };
      return { cart: after, isNew: false, isArchived: true };
    }),
    ...revived.map((cart) => ({ cart, isNew: false, isArchived: false })),
  ];
  const teller = { outbox, companyId, settings: settings.events, requestId, page: shop.browsing(), now };
  const pause = turnsAfter(LINES_A_TURN);
  const statements: Statement[] = [];
  for (const one of told) {
    await pause(one.cart.document.lines.length);
    statements.push(...tellCarts(teller, operation, [one]));
  }
  return statements;
};

/** What is decided on the part of a cart that a caller may have is stored with the rest of it. */
const wholePlan = <T>({ shopper, staff }: CartShop, plan: Plan<T>): Plan<T> => {
  const isProven = ({ owner }: StoredCart): boolean => staff !== undefined || owns(shopper, owner);
  return {
    ...plan,
    changes: plan.changes.map(({ before, after, snapshot }) => ({
      before: before && storedCart(before),
      after: wholeCart(withHolder(after, before, isProven(after))),
      snapshot,
    })),
    retired: (plan.retired ?? []).map((retired) => ({ ...retired, cart: storedCart(retired.cart) })),
    archived: (plan.archived ?? []).map(storedCart),
  };
};

const TRIES = 40;

/** Loads, decides and commits; `turn` is what its writers wait for each other by. */
export const carryOut = <T>(
  shop: CartShop,
  turn: string,
  remember: Remember,
  attempt: () => Promise<Plan<T>>,
): Promise<T> =>
  shop.inTurn(
    `${shop.caller.applicationId}/${turn}`,
    () =>
      untilGuardHolds(
        cartGuard,
        async () => {
          const plan = wholePlan(shop, await attempt());
          const told = await tellChanges(shop, plan.operation, plan.changes);
          await writeOut(plan);
          const tellings = await tellPlan(shop, plan);
          const batch = [...(await statementsOf(shop, plan, remember)), ...told, ...tellings];
          if (batch.length > 0) await shop.quotas.within(shop.taker, () => shop.node.db.commit(batch));
          return plan.answer;
        },
        { tries: TRIES, random: shop.node.random },
      ),
    shop.isGone,
  );
