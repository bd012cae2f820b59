/** Lines of a cart among each other: which are the same, which belong together, how many units are allowed. Pure. */
import { hash } from 'node:crypto';
import type { AskedItem, CartLine } from './cart-document.ts';
import type { Article } from '../../catalog/article.ts';
import { canonicalJson } from '../../http/requests/canonical-json.ts';
import type { RandomBytes } from '../../shared/identifiers.ts';
import { oncePer } from '../../shared/once-per.ts';

const MOST_UNITS = 1_000_000;

/** What was asked for never changes, and a bulk call compares it with every line again and again. */
const askedKey = oncePer((asked: AskedItem) => canonicalJson(distinguishing(asked)));
const distinguishing = (asked: AskedItem): readonly unknown[] => [
  asked.itemId,
  asked.size,
  asked.articleId,
  asked.storeId,
  asked.sellerId,
  asked.sellerIdentifier,
  asked.customJson,
  asked.meta,
  asked.groupTags,
  asked.priceList,
  asked.orderType,
  asked.journey,
  asked.fulfillmentMode,
  asked.promoId,
  asked.pos,
];

/**
 * Two lines are the same when this is: everything by which a shopper could tell them apart. `parent` stands for the line
 * it belongs to; between two carts that is the parent's own key, because identifiers differ.
 */
export const lineKey = (asked: AskedItem, parent: string | null): string =>
  parent === null ? askedKey(asked) : `${askedKey(asked)} of ${parent}`;

/**
 * A name for each line, by identifier, in which its parent stands by a hash of the name that one has: hundreds of lines, each of which
 * belongs to the one before it, would else repeat what shoppers wrote on all those above them.
 */
export const namedByParents = (
  lines: readonly CartLine[],
  nameOf: (line: CartLine, parent: string | null) => string,
): ReadonlyMap<string, string> => {
  const byIdentifier = new Map(lines.map((line) => [line.identifier, line]));
  const names = new Map<string, string>();
  const hashes = new Map<string, string>();
  const hashOf = (parent: CartLine): string => {
    const known = hashes.get(parent.identifier) ?? hash('sha256', named(parent), 'base64url');
    hashes.set(parent.identifier, known);
    return known;
  };
  const named = (line: CartLine): string => {
    const known = names.get(line.identifier);
    if (known !== undefined) return known;
    const parent = line.parent === null ? undefined : byIdentifier.get(line.parent);
    const name = nameOf(line, parent === undefined ? null : hashOf(parent));
    names.set(line.identifier, name);
    return name;
  };
  for (const line of lines) named(line);
  return names;
};

/**
 * What tells each line from others, by identifier, with its parent named by what tells that one: the same in every cart with these
 * lines, whatever identifiers chance gave them.
 */
export const likenessesOf = (lines: readonly CartLine[]): ReadonlyMap<string, string> =>
  namedByParents(lines, ({ asked }, parent) => lineKey(asked, parent));

/** How answers name a line: `<item_id>_<size>`. */
export const lineName = ({ itemId, size }: Pick<AskedItem, 'itemId' | 'size'>): string => `${itemId}_${size}`;

/** Nothing is ever added to it: so it was asked for, or what tells it from others is withheld. */
export const staysAlone = ({ alone, sealed }: CartLine): boolean => alone || sealed === true;

/** Units of an article that lines have. */
export const unitsOf = (lines: readonly CartLine[], articleUid: string): number =>
  lines.reduce((sum, line) => (line.articleUid === articleUid ? sum + line.quantity : sum), 0);

/** The most units up to `quantity` that can be had; 0 when none can. `taken` is what other lines have of the article. */
export const mostUnits = ({ moq, customOrder, quantity: stock }: Article, quantity: number, taken: number): number => {
  const left = customOrder === null ? stock - taken : MOST_UNITS;
  const bound = Math.min(quantity, MOST_UNITS, moq.maximum === null ? MOST_UNITS : moq.maximum - taken, left);
  const step = Math.max(1, moq.increment ?? 1);
  const from = moq.minimum ?? 0;
  const most = bound < from ? 0 : from + Math.floor((bound - from) / step) * step;
  return Math.max(0, most);
};

export const isQuantity = (quantity: number): boolean =>
  Number.isSafeInteger(quantity) && quantity >= 1 && quantity <= MOST_UNITS;

/** It was given to one shopper: whoever else has the line has it without. */
export const withoutGiven = ({ listGiven: _list, counterGiven: _counter, ...line }: CartLine): CartLine => line;

/** What staff gave is for the size and the store that they saw: a line has it as long as it asks for those. */
export const givenStill = (
  asked: AskedItem,
  { asked: seen, listGiven, counterGiven }: CartLine,
): Pick<CartLine, 'listGiven' | 'counterGiven'> => {
  if (asked.size !== seen.size || asked.storeId !== seen.storeId) return {};
  return {
    ...(listGiven === undefined ? {} : { listGiven }),
    ...(counterGiven === undefined ? {} : { counterGiven }),
  };
};

type NewLine = Pick<CartLine, 'identifier' | 'quantity' | 'asked' | 'since'> &
  Partial<Pick<CartLine, 'articleUid' | 'parent' | 'autoAdded' | 'perParent' | 'alone'>>;
/** A line of its own, unless it is said to belong to another. */
export const newLine = ({ identifier, quantity, asked, since, ...more }: NewLine): CartLine => {
  const { articleUid = '', parent = null, autoAdded = false, perParent = 1, alone = false } = more;
  return { identifier, quantity, asked, articleUid, parent, autoAdded, perParent, alone, since };
};

/** 22 characters that are safe in addresses; a line keeps its identifier for life. */
export const lineIdentifier = (random: RandomBytes) => (): string => Buffer.from(random(16)).toString('base64url');

/** Children directly after their parents, else as they were added. */
export const inShownOrder = (lines: readonly CartLine[]): readonly CartLine[] => {
  const known = new Set(lines.map(({ identifier }) => identifier));
  const roots = lines.filter(({ parent }) => parent === null || !known.has(parent));
  const children = Map.groupBy(lines, ({ parent }) => parent);
  const withChildren = (line: CartLine): readonly CartLine[] => [
    line,
    ...(children.get(line.identifier) ?? []).flatMap(withChildren),
  ];
  return roots.flatMap(withChildren);
};
