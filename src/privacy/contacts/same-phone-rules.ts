/**
 * Which phone numbers a text can mean, each in one spelling, for finding one person and nobody else: what is done to whoever is found
 * cannot be undone. So a number counts whole, and behind the code of its country where that is known; what offers hold for the
 * same in doubt (guest-contact-rules.ts: the last ten digits) does not do here. Pure.
 */
import { splitPhone } from '../../shared/places/calling-codes.ts';
import { beforeExtension, plain } from './guest-contact-rules.ts';
import { lengthOfNumbers } from './phone-number-rules.ts';

/** A number with fewer digits than this fits too many people. */
export const fewestDigits = 7;

/** In signs of one kind, without what is not seen, and without the nought that is dialled at home alone. */
const folded = (text: string): string =>
  plain(text)
    .replace(/[\p{Cf}\p{Cc}]/gu, ' ')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\(0\)/g, '')
    .trim();
export const digitsOf = (text: string): string => plain(text).replace(/\D/g, '');
const withoutNoughts = (digits: string): string => digits.replace(/^0+/, '');

/** Digits behind a whole number reach the same phone. */
const fitting = (digits: string, length: number | undefined): string =>
  length === undefined ? digits : digits.slice(0, length);

/** Russians dial an 8 before a number. */
const withoutTrunk = (digits: string, code: number, length: number | undefined): string =>
  code === 7 && digits.startsWith('8') && digits.length === (length ?? 0) + 1 ? digits.slice(1) : digits;

/** Without a plus sign the first digits may be the code or the number's own: the one that makes a whole number is meant. */
const athome = (whole: string, code: number): readonly string[] => {
  const length = lengthOfNumbers(code);
  const own = withoutTrunk(whole, code, length);
  if (!whole.startsWith(`${code}`)) return [fitting(own, length)];
  const behind = withoutNoughts(whole.slice(`${code}`.length));
  if (length === undefined) return [own, behind];
  if (own.length === length) return [own];
  return [fitting(behind.length >= length ? behind : own, length)];
};

const behindCode = (code: number, rest: string): readonly string[] => [`${code} ${rest}`, `${code}${rest}`];

const readingsOf = (part: string, codes: readonly number[]): readonly string[] => {
  const whole = withoutNoughts(digitsOf(part));
  const abroad = splitPhone(part.replace(/^[^\d+]*\++/, '+').replace(/[^\d+]/g, ''));
  if (abroad !== undefined) {
    const rest = fitting(withoutNoughts(abroad.rest), lengthOfNumbers(abroad.code));
    return [...behindCode(abroad.code, rest), ...(codes.length === 0 ? [rest] : [])];
  }
  return [whole, ...codes.flatMap((code) => athome(whole, code).flatMap((one) => behindCode(code, one)))];
};

/**
 * What stands behind a word or a sign is an extension, or a second number; read as one as well, should a letter stand in the middle.
 * `codes`: of the countries that may be meant where the number says none itself.
 */
export const phoneReadings = (text: string, codes: readonly number[]): ReadonlySet<string> => {
  const all = folded(text);
  const parts = [...all.split(/[\p{L}#,;:*/]+/u), all, ...beforeExtension(all)];
  const numbers = parts.filter((part) => digitsOf(part).length >= fewestDigits);
  return new Set(numbers.flatMap((part) => readingsOf(part, codes)));
};

const CALLED = /^(?:tel|phone|ph|mob|mobile|cell|whatsapp)\s*[.:]?\s*(?=[\d+(])/i;
const NUMBER = /^\+?[\d\s()./_·-]+(?:(?:ext|extension|x|#|,|;)[\s.:]*\d{0,6})?$/i;
/** A day, and an amount or a place on the earth. */
const OTHER = /^(?:\d{4}-\d\d?-\d\d?(?:\D.*)?|[+-]?\d+\.\d+)$/;

/** A text that is a number and nothing else; undefined for any other. */
export const aloneAsPhone = (text: string): string | undefined => {
  const all = folded(text).replace(CALLED, '');
  return NUMBER.test(all) && !OTHER.test(all) ? all : undefined;
};
