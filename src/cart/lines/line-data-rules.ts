/** How much data of his own a shopper may put on lines: on each, and on all of a cart. Pure. */
import { type ItemProblem, itemProblem } from './item-codes.ts';
import type { AskedItem, CartDocument, CartLine } from '../store/cart-document.ts';
import { MOST_OWN_DATA, tooMuchData } from '../../shared/own-data-rules.ts';
import { oncePer } from '../../shared/once-per.ts';

const isEmpty = (data: object | null): boolean => data === null || Object.keys(data).length === 0;
const objectSize = (data: object | null): number => (isEmpty(data) ? 0 : JSON.stringify(data).length);

/** What was asked for never changes, and a bulk call adds it up again and again. */
const measured = oncePer(({ meta, customJson, extraMeta, groupTags, display }: AskedItem) =>
  [meta, customJson, extraMeta, groupTags].reduce((sum, data) => sum + objectSize(data), display?.length ?? 0),
);
/** Nearly all lines have none, and to keep that of each would cost more than to see it. */
export const dataSize = (asked: AskedItem): number => {
  const { meta, customJson, extraMeta, groupTags, display } = asked;
  const isSilent = display === null && isEmpty(groupTags) && isEmpty(meta) && isEmpty(customJson) && isEmpty(extraMeta);
  return isSilent ? 0 : measured(asked);
};
export const allData = (lines: readonly CartLine[]): number =>
  lines.reduce((sum, { asked }) => sum + dataSize(asked), 0);

/** Of a line, with the data of all lines before and after it is put: a cart that has too much already may change but not grow. */
export const dataProblem = (
  { asked }: CartLine,
  { before, after }: { readonly before: number; readonly after: number },
  most: number,
): ItemProblem | undefined => {
  const own = dataSize(asked);
  if (own > MOST_OWN_DATA) return itemProblem('data_too_large', tooMuchData);
  if (own === 0 || after <= Math.max(most, before)) return undefined;
  return itemProblem('data_too_large', `The lines of a cart hold at most ${most} characters of data.`);
};

const MOST_WRAPPING = 65_536;
export const isMuchWrapping = (details: CartDocument['giftDetails']): boolean =>
  JSON.stringify(details).length > MOST_WRAPPING;
