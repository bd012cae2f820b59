/** Adds items to the cart that is meant, or to those that the items' tags ask for. */
import { universalSlug } from '../offers/configuration-rules.ts';
import { type Applied, applyAdds } from './apply-adds.ts';
import { type CartKind, type CartOwner, emptyDocument, type StoredCart } from './cart-document.ts';
import type { CartFacts } from './cart-facts.ts';
import type { WantedItem } from './cart-intent.ts';
import { readCartsOf } from './cart-store.ts';
import type { CartChange, Plan } from './commit-cart.ts';
import type { CartMeant } from './find-cart.ts';
import { lineIdentifier } from './line-identifier.ts';
import { loadFacts } from './load-facts.ts';
import { reassignLines } from './put-line.ts';
import { answerFor, type CartWrite, changeTo, loadForWrite, runWrite, type Written } from './write-cart.ts';
import { addWords, recordOf } from './write-outcome.ts';

export type AddOptions = { readonly items: readonly WantedItem[]; readonly newCart: boolean };

type Carts = ReadonlyMap<string, StoredCart>;
type Scene = CartMeant & {
  readonly owner: CartOwner;
  /** Whether the call says which cart; else each item finds its own. */
  readonly one: boolean;
  /** Whether carts with these items take the place of those there are. */
  readonly fresh: boolean;
  /** By slug. */
  readonly existing: Carts;
};

const cartsInPlay = async (
  { call }: CartWrite,
  cart: StoredCart | undefined,
  owner: CartOwner,
  one: boolean,
): Promise<Carts> => {
  if (one) return new Map(cart === undefined ? [] : [[cart.slug, cart]]);
  const all = await readCartsOf(call.shop.node.db, call.shop.caller.applicationId, owner);
  return new Map(all.filter(({ kind }) => kind !== 'buy_now').map((each) => [each.slug, each]));
};

const sceneOf = async (write: CartWrite, newCart: boolean): Promise<Scene> => {
  const { call, selector } = write;
  const meant = await loadForWrite(write);
  const { cart, kind } = meant;
  const one = selector.id !== null || selector.cartType !== null || kind.kind === 'buy_now';
  const owner = cart?.owner ?? call.writer.owner;
  const existing = await cartsInPlay(write, cart, owner, one);
  return { ...meant, owner, one, existing, fresh: newCart || (kind.kind === 'buy_now' && selector.id === null) };
};

const kindOf = (slug: string, meant: CartKind): CartKind => {
  if (slug === meant.slug) return meant;
  return { kind: slug === universalSlug ? 'universal' : 'custom', slug };
};

/** One change for each cart that took an item. */
const changesOf = async (
  write: CartWrite,
  { kind, owner, existing, fresh }: Scene,
  { carts, outcomes }: Applied,
  facts: CartFacts,
): Promise<readonly CartChange[]> => {
  const slugs = [...new Set(outcomes.flatMap(({ success, slug }) => (success ? [slug] : [])))];
  return Promise.all(
    slugs.map((slug) => {
      const before = fresh ? undefined : existing.get(slug);
      const lines = reassignLines(carts.get(slug) ?? [], facts);
      const document = { ...(before?.document ?? emptyDocument), lines };
      return changeTo(write, before, kindOf(slug, kind), document, owner);
    }),
  );
};

const planAdd = async (write: CartWrite, { items, newCart }: AddOptions): Promise<Plan<Written>> => {
  const { shop } = write.call;
  const scene = await sceneOf(write, newCart);
  const { cart, kind, existing, fresh, one } = scene;
  const base: Carts = fresh ? new Map() : existing;
  const lines = [...base.values()].flatMap(({ document }) => document.lines);
  const facts = await loadFacts(shop, write.ask, { cart, lines, refs: items });
  const applied = applyAdds(items, {
    carts: new Map([...base].map(([slug, { document }]) => [slug, document.lines])),
    only: one ? kind.slug : null,
    versionOf: (slug) => (base.get(slug)?.version ?? 0) + 1,
    facts,
    newIdentifier: lineIdentifier(shop.node.random),
  });
  const changes = await changesOf(write, scene, applied, facts);
  const after = new Map([...existing, ...changes.map(({ after: each }): [string, StoredCart] => [each.slug, each])]);
  const primary = changes[0]?.after ?? cart;
  const record = recordOf(primary, applied.outcomes, addWords, (slug) => after.get(slug)?.cartId ?? null);
  const answers = await Promise.all(changes.map((change) => answerFor(write, change.after, change.after, record)));
  const answered = changes.length === 0 ? await answerFor(write, cart, kind, record) : answers[0];
  const replaced = fresh ? changes.flatMap((change) => existing.get(change.after.slug) ?? []) : [];
  return {
    operation: fresh ? 'new_cart' : 'add',
    changes: changes.map((change, at) => ({ ...change, snapshot: answers[at]?.snapshot })),
    retired: replaced.map((each) => ({ cart: each, state: 'archived', mergedInto: null })),
    // A buy-now cart that another one replaces is dropped for good.
    archived: replaced.filter((each) => each.kind !== 'buy_now'),
    record,
    answer: { record, cart: primary, answered },
  };
};

export const addItems = (write: CartWrite, options: AddOptions): Promise<Written> =>
  runWrite(write, () => planAdd(write, options));
