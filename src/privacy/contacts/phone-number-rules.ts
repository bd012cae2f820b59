/**
 * Phone numbers as the shop's country writes them. Digits behind a whole number reach the same phone, so they make no other number;
 * with or without the code of the country, or the nought before it, it is one. Pure.
 */
import { callingCodeOf } from '../../shared/places/calling-codes.ts';

/** Digits of every number, without the code of its country; left out where a country has numbers of many lengths. */
const lengths: ReadonlyMap<number, number> = new Map([
  [1, 10],
  [7, 10],
  [27, 9],
  [31, 9],
  [33, 9],
  [34, 9],
  [41, 9],
  [44, 10],
  [45, 8],
  [47, 8],
  [48, 9],
  [52, 10],
  [61, 9],
  [65, 8],
  [90, 10],
  [91, 10],
  [92, 10],
  [94, 9],
  [351, 9],
  [880, 10],
  [966, 9],
  [971, 9],
  [977, 10],
]);

export const lengthOfNumbers = (code: number): number | undefined => lengths.get(code);

/** What `text` can mean in this country; nothing where it names another one, or is too short. */
export const nationalNumbers = (text: string, country: string): readonly string[] => {
  const code = callingCodeOf(country);
  const length = code === undefined ? undefined : lengths.get(code);
  if (code === undefined || length === undefined) return [];
  const digits = text.replace(/\D/g, '');
  const isAbroad = /^[^\d+]*\+/.test(text) || digits.startsWith('00');
  const whole = digits.replace(/^0+/, '');
  const isCoded = whole.startsWith(String(code));
  const behindCode = whole.slice(String(code).length).replace(/^0+/, '');
  // Without a plus sign the first digits may be the code or the number's own.
  const meant = [...(isCoded ? [behindCode] : []), ...(isAbroad ? [] : [whole])];
  return meant.filter((one) => one.length >= length).map((one) => one.slice(0, length));
};
