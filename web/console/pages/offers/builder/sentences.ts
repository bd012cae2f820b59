/** The sentence that says an offer of a kind. */
import { couponSentences } from './coupon-sentences.ts';
import { promotionSentences } from './promotion-sentences.ts';
import type { Sentence } from './sentence-parts.ts';

export type OfferKind = 'promotion' | 'coupon';

const tables: Readonly<Record<OfferKind, ReadonlyMap<string, Sentence>>> = {
  promotion: new Map(Object.entries(promotionSentences)),
  coupon: new Map(Object.entries(couponSentences)),
};
export const sentenceOf = (kind: OfferKind, slug: string): Sentence | undefined => tables[kind].get(slug);
