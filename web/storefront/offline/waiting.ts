/**
 * Keeps changes of the cart while the shop cannot be reached, and sends them when it can, all at once. A sending is written
 * down with its key before it goes, so one whose answer is lost has its effect once, also after the page was closed.
 */
import type { SyncedCart } from '../../../src/contract/cart/cart-answers-contract.ts';
import type { CartDetail } from '../../../src/contract/cart/cart-contract.ts';
import { newKey } from '../../ui/new-key.ts';
import { createValue } from '../../ui/value.ts';
import { call, CallProblem } from '../call.ts';
import { tell } from '../events.ts';
import { customerUser, knownCart, shop, waitingChanges, waitingSent } from '../shop.ts';
import { words } from '../words.ts';
import {
  type Meanwhile,
  meanwhileIn,
  syncBody,
  type Told,
  toldOf,
  type Waiting,
  withWaiting,
} from './waiting-rules.ts';

const path = '/service/application/cart';
/** A cart of more lines is not kept: reading it back would cost more than it brings. */
const MOST_LINES = 100;

const parsed = (text: string): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

type Known = { readonly of: string; readonly cart: CartDetail };
/** A copy for reading without a connection: of whoever is signed in now, and of nobody else. */
export const keepKnown = (cart: CartDetail): void =>
  knownCart.set(
    (cart.items ?? []).length > MOST_LINES ? '' : JSON.stringify({ of: customerUser.get(), cart } satisfies Known),
  );
export const readKnown = (): CartDetail | undefined => {
  const known = parsed(knownCart.get()) as Known | undefined;
  return known?.of === customerUser.get() ? known.cart : undefined;
};

type Sent = {
  readonly key: string;
  readonly body: ReturnType<typeof syncBody>;
  readonly changes: readonly Waiting[];
  /** Lines the cart had. */
  readonly read: readonly string[];
  readonly meanwhile: Meanwhile;
};

/** What became of the changes, until it was read. */
export const told = createValue<Told | undefined>(undefined);

export const readWaiting = (): readonly Waiting[] =>
  (parsed(waitingChanges.get()) as readonly Waiting[] | undefined) ?? [];
const keepAll = (all: readonly Waiting[]): void => waitingChanges.set(all.length === 0 ? '' : JSON.stringify(all));
const readSent = (): Sent | undefined => parsed(waitingSent.get()) as Sent | undefined;

export const keepWaiting = (change: Waiting): void =>
  keepAll(withWaiting(readWaiting(), change, readSent()?.changes.length ?? 0));
/** What is on its way cannot be taken back. */
export const canTakeBack = (at: number): boolean => at >= (readSent()?.changes.length ?? 0);
export const takeBack = (at: number): void => keepAll(readWaiting().filter((_, one) => one !== at));
/** For whoever comes next to this browser. */
export const dropWaiting = (): void => {
  for (const kept of [knownCart, waitingChanges, waitingSent]) kept.set('');
  told.set(undefined);
};

/** Two pages of one browser have the same changes to send: one of them does. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(`${shop.application_id}/waiting`, work) : work();

const versionIn = (headers: Headers): number => Number(/\d+/.exec(headers.get('etag') ?? '')?.[0] ?? 0);

type Query = Readonly<Record<string, string | boolean | undefined>>;
type Prepared = { readonly sent: Sent; readonly cart?: CartDetail };

const prepare = async (query: Query): Promise<Prepared | undefined> => {
  const known = readSent();
  if (known !== undefined) return { sent: known };
  const changes = readWaiting();
  if (changes.length === 0) return undefined;
  let version = 0;
  const cart = await call<CartDetail>(`${path}/v1.0/detail`, {
    query,
    onHeaders: (headers) => {
      version = versionIn(headers);
    },
  });
  const sent: Sent = {
    key: newKey(),
    body: syncBody(cart, changes, version),
    changes,
    read: (cart.items ?? []).map(({ identifiers }) => identifiers?.identifier ?? ''),
    meanwhile: meanwhileIn(cart, readKnown()),
  };
  waitingSent.set(JSON.stringify(sent));
  return { sent, cart };
};

const settle = ({ changes, meanwhile }: Sent, became: Omit<Told, keyof Meanwhile>): void => {
  keepAll(readWaiting().slice(changes.length));
  waitingSent.set('');
  told.set({ ...meanwhile, ...became });
};

/** The answer means that it will never be taken, however often it is sent. */
const isRefusal = (problem: unknown): problem is CallProblem =>
  problem instanceof CallProblem && [400, 403, 404, 412, 413, 422].includes(problem.status);

const tellSent = ({ sent: { changes }, cart }: Prepared, answer: SyncedCart): void => {
  const added = changes
    .filter(({ kind }) => kind === 'add')
    .map(({ itemId, size, quantity }) => ({ item_id: itemId, item_size: size, quantity }));
  tell(({ addedToCart, removedFromCart }) => {
    addedToCart(added, answer);
    removedFromCart(cart?.items ?? [], answer);
  });
};

/** Answers the cart as it is now; undefined when nothing waited, or nothing of it was taken. */
export const sendWaiting = async (query: Query): Promise<CartDetail | undefined> =>
  hasWaiting() ? sendAlone(query) : undefined;

/** As the browser has it: another page may have sent them. */
const hasWaiting = (): boolean => {
  waitingChanges.refresh();
  waitingSent.refresh();
  return waitingChanges.get() !== '' || waitingSent.get() !== '';
};

/** A page that has nothing to send waits for no other. */
const sendAlone = (query: Query): Promise<CartDetail | undefined> =>
  alone(async () => {
    if (!hasWaiting()) return undefined;
    const prepared = await prepare(query);
    if (prepared === undefined) return undefined;
    const { sent } = prepared;
    const { key, body, changes, read } = sent;
    try {
      const answer = await call<SyncedCart>(`${path}/v3.0/sync`, { method: 'POST', key, query, body, cart: {} });
      settle(sent, toldOf(answer, changes, read, words.offline.gone));
      tellSent(prepared, answer);
      return answer.cart;
    } catch (problem) {
      if (!isRefusal(problem)) throw problem;
      const refused = changes.map(({ name }) => ({ name, message: problem.message }));
      settle(sent, { done: 0, refused });
      return undefined;
    }
  });
