/**
 * Changes of the cart that wait for a connection, and what becomes of them. They are wishes, not quantities of a cart nobody
 * has seen for a while: they are laid over the cart as it is when it can be read again. Pure.
 */
import type { SyncedCart } from '../../../src/contract/cart/cart-answers-contract.ts';
import type { CartDetail } from '../../../src/contract/cart/cart-contract.ts';
import type { CartProductInfo } from '../../../src/contract/cart/cart-item-contract.ts';

export type Waiting = {
  readonly kind: 'add' | 'set';
  readonly itemId: number;
  readonly size: string;
  /** What it is called, with its size. */
  readonly name: string;
  /** Of a `set`: which line. */
  readonly identifier: string;
  /** Of an `add` how many more, of a `set` how many there are to be; 0 removes the line. */
  readonly quantity: number;
  /** Of an `add` that may have arrived, because only its answer was lost: how many there were. Null when it was never sent. */
  readonly had: number | null;
};

type Line = Pick<Waiting, 'itemId' | 'size' | 'identifier' | 'quantity'> & {
  /** Somebody chose it: it is no gift and no part of a box. */
  readonly isOwn: boolean;
};

const linesOf = (cart: CartDetail | undefined): readonly Line[] =>
  (cart?.items ?? []).map((line) => ({
    itemId: line.product?.uid ?? 0,
    size: line.article?.size ?? '',
    identifier: line.identifiers?.identifier ?? '',
    quantity: line.quantity ?? 0,
    isOwn: isOwn(line),
  }));
/** Somebody chose it: it is no gift and no part of a box. */
export const isOwn = ({ auto_add_to_cart: isPart, parent_item_identifiers: parent }: CartProductInfo): boolean =>
  !isPart && !parent?.identifier;

const meant = (change: Omit<Waiting, 'had'>, line: Line): boolean =>
  change.kind === 'set'
    ? line.identifier === change.identifier
    : line.isOwn && line.itemId === change.itemId && line.size === change.size;

const grown = (quantity: number, { quantity: more, had }: Waiting): number =>
  had === null ? quantity + more : Math.max(quantity, had + more);

const applied = (lines: readonly Line[], change: Waiting): readonly Line[] => {
  const at = lines.findIndex((line) => meant(change, line));
  const { kind, itemId, size, quantity } = change;
  if (at === -1) {
    // A line that is gone meanwhile stays gone.
    return kind === 'set' ? lines : [...lines, { itemId, size, quantity, identifier: '', isOwn: true }];
  }
  return lines.map((line, index) =>
    index === at ? { ...line, quantity: kind === 'set' ? quantity : grown(line.quantity, change) } : line,
  );
};

const wantedLines = (cart: CartDetail | undefined, changes: readonly Waiting[]): readonly Line[] =>
  changes.reduce(applied, linesOf(cart));

/** How many of what a wish is about are there. */
export const unitsOf = (cart: CartDetail | undefined, change: Omit<Waiting, 'had'>): number =>
  linesOf(cart).find((line) => meant(change, line))?.quantity ?? 0;

/** One more wish. Those from `fixed` on may still become one: the ones before are on their way. */
export const withWaiting = (changes: readonly Waiting[], next: Waiting, fixed: number): readonly Waiting[] => {
  const same = changes.findIndex(
    (one, at) =>
      at >= fixed &&
      one.kind === next.kind &&
      (next.kind === 'set'
        ? one.identifier === next.identifier
        : one.itemId === next.itemId && one.size === next.size && one.had === null && next.had === null),
  );
  if (same === -1) return [...changes, next];
  const quantity = next.kind === 'set' ? next.quantity : (changes[same]?.quantity ?? 0) + next.quantity;
  return changes.map((one, at) => (at === same ? { ...next, quantity } : one));
};

/** Of a line whose quantity waits nothing is known of its price: what it cost was of another quantity. */
const unpriced = (
  { price: _price, coupon: _coupon, bulk_offer: _next, ...line }: CartProductInfo,
  quantity: number,
) => ({
  ...line,
  quantity,
  promotions_applied: [],
});

/** The cart as it was last known, with the quantities that wait. What it costs is not reckoned here. */
export const cartWith = (cart: CartDetail, changes: readonly Waiting[]): CartDetail => {
  const wanted = new Map(wantedLines(cart, changes).map(({ identifier, quantity }) => [identifier, quantity]));
  return {
    ...cart,
    items: (cart.items ?? []).flatMap((line) => {
      const quantity = wanted.get(line.identifiers?.identifier ?? '') ?? line.quantity ?? 0;
      if (quantity === 0) return [];
      return [quantity === line.quantity ? line : unpriced(line, quantity)];
    }),
  };
};

/** Units of lines that the known cart does not have yet. */
export const unitsToCome = (cart: CartDetail | undefined, changes: readonly Waiting[]): number =>
  wantedLines(cart, changes).reduce((sum, { identifier, quantity }) => sum + (identifier === '' ? quantity : 0), 0);

/** The body of a sync: every line there is to be. `version`: of the cart that was just read. */
export const syncBody = (cart: CartDetail, changes: readonly Waiting[], version: number) => {
  const lines = wantedLines(cart, changes);
  return {
    base_version: version,
    items: lines
      .filter(({ quantity }) => quantity > 0)
      .map(({ itemId, size, quantity, identifier }) => ({
        item_id: itemId,
        item_size: size,
        quantity,
        ...(identifier === '' ? {} : { identifiers: { identifier } }),
      })),
    removed: lines.filter(({ quantity }) => quantity === 0).map(({ identifier }) => identifier),
  };
};

/** What happened while nobody was connected, to be said with what became of the changes. */
export type Meanwhile = {
  /** Prices and stock that changed, each as a sentence. */
  readonly news: readonly { readonly name: string; readonly message: string }[];
  /** Units that came into the cart from elsewhere. */
  readonly others: number;
};
const nameIn = ({ items = [] }: CartDetail, identifier: string | undefined): string =>
  items.find(({ identifiers }) => identifiers?.identifier === identifier)?.product?.name ?? '';

export const meanwhileIn = (read: CartDetail, known: CartDetail | undefined): Meanwhile => {
  const had = new Set(known?.items?.map(({ identifiers }) => identifiers?.identifier));
  return {
    news: (read.notification?.changes ?? []).map(({ identifier, message }) => ({
      name: nameIn(read, identifier),
      message,
    })),
    others:
      known === undefined
        ? 0
        : (read.items ?? [])
            .filter((line) => isOwn(line) && !had.has(line.identifiers?.identifier))
            .reduce((sum, { quantity = 0 }) => sum + quantity, 0),
  };
};

export type Told = Meanwhile & {
  /** How many changes came through. */
  readonly done: number;
  readonly refused: readonly { readonly name: string; readonly message: string }[];
};

const isRefused = (value: object | undefined): value is { readonly message: string } =>
  value !== undefined && 'success' in value && value.success === false;

/** Wishes about lines that are gone are told, too; `gone` is the sentence for them. */
export const toldOf = (
  { result = {} }: SyncedCart,
  changes: readonly Waiting[],
  read: readonly string[],
  gone: string,
): Omit<Told, keyof Meanwhile> => {
  const answers = new Map(Object.entries(result));
  const lost = changes.filter(
    ({ kind, identifier, quantity }) => kind === 'set' && quantity > 0 && !read.includes(identifier),
  );
  const refused = changes.flatMap((change) => {
    const { name, itemId, size } = change;
    const answer = answers.get(`${itemId}_${size}`);
    if (lost.includes(change)) return [{ name, message: gone }];
    return isRefused(answer) ? [{ name, message: answer.message }] : [];
  });
  return { done: changes.length - refused.length, refused };
};
