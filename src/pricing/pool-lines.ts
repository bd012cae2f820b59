/**
 * Which lines are one good, and in which order goods stand. Lines that pricing cannot tell apart are pooled, so that a line in two
 * pieces costs what it costs in one; goods stand in an order made of what they are, and every tie goes by it. A line's key, often
 * drawn by chance, decides nothing (docs/decisions/0013).
 */
import { compareTexts } from '../shared/text-order.ts';
import type { Article, AskedLine } from './pricing-types.ts';

/** A line of a good, with its place in the cart. */
export type Member = { readonly asked: AskedLine; readonly place: number };
export type Good = { readonly article: Article; readonly quantity: number; readonly members: readonly Member[] };

export type PooledLine = Member & { readonly article: Article };
type Candidate = PooledLine & { readonly tags: readonly string[] };

const noTags: readonly string[] = [];
const tagsOf = ({ groupTags = noTags }: AskedLine): readonly string[] =>
  groupTags.length < 2 ? groupTags : [...new Set(groupTags)].toSorted();

/** What is missing comes first. */
const compareMissing = (a: string | undefined, b: string | undefined): number => {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  return compareTexts(a, b);
};
const compareLists = (a: readonly string[], b: readonly string[]): number => {
  for (const [at, text] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    if (text !== other) return compareTexts(text, other);
  }
  return a.length - b.length;
};

/** Zero: pricing cannot tell them apart. */
const compareGoods = (a: Candidate, b: Candidate): number =>
  a.article.itemId - b.article.itemId ||
  compareTexts(a.article.size, b.article.size) ||
  a.article.storeId - b.article.storeId ||
  compareTexts(a.article.uid, b.article.uid) ||
  compareMissing(a.asked.priceList, b.asked.priceList) ||
  compareMissing(a.asked.promoId, b.asked.promoId) ||
  compareLists(a.tags, b.tags) ||
  Number(a.asked.wrapped === true) - Number(b.asked.wrapped === true) ||
  Number(a.asked.pos === true) - Number(b.asked.pos === true) ||
  compareMissing(a.asked.way, b.asked.way);

/** Lines of one good among each other: what else distinguishes them, the smaller first, as asked. */
const compareMembers = (a: Member, b: Member): number =>
  compareMissing(a.asked.likeness, b.asked.likeness) || a.asked.quantity - b.asked.quantity || a.place - b.place;

/** Goods in their order, each with its lines in the order in which units are dealt to them. */
export const poolLines = (lines: readonly PooledLine[]): readonly Good[] => {
  const candidates = lines.map(
    ({ asked, place, article }): Candidate => ({ asked, place, article, tags: tagsOf(asked) }),
  );
  const goods: { article: Article; quantity: number; members: Member[] }[] = [];
  let last: Candidate | undefined;
  for (const line of candidates.toSorted((a, b) => compareGoods(a, b) || compareMembers(a, b))) {
    const { asked, place, article } = line;
    const good = goods.at(-1);
    if (good !== undefined && last !== undefined && compareGoods(last, line) === 0) {
      good.members.push({ asked, place });
      good.quantity += asked.quantity;
    } else goods.push({ article, quantity: asked.quantity, members: [{ asked, place }] });
    last = line;
  }
  return goods;
};
