/** Codes of gift cards: sixteen signs that people can read aloud and type without mixing them up. Pure. */
import type { RandomBytes } from '../shared/identifiers.ts';

/** Without I, L, O and U. A byte's lower five bits choose one, so each is as likely as any other: 80 bits in all. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;

/** In groups of four, as it is printed. */
export const newGiftCardCode = (random: RandomBytes): string =>
  [...random(LENGTH)].map((byte, at) => `${at > 0 && at % 4 === 0 ? '-' : ''}${SIGNS[byte & 31] ?? ''}`).join('');

/** What a person typed, as it was printed; undefined when no card can have that code. */
export const readGiftCardCode = (typed: string): string | undefined => {
  const signs = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(signs) ? signs.replace(/(.{4})(?=.)/g, '$1-') : undefined;
};
