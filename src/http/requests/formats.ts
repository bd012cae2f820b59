/** The string formats that schemas of this program may name. Each takes time linear in the text. */
import { isDate, readTime } from '../../shared/clock.ts';

/** RFC 3339. A leap second is refused: no clock of ours can hold it. */
export const isDateTime = (text: string): boolean =>
  /^[\d-]{10}[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/.test(text) &&
  !Number.isNaN(readTime(text));

/** Absolute, with a scheme, and only characters that an address may hold unescaped. */
const isUri = (text: string): boolean => /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(text) && URL.canParse(text);

/**
 * A link that a page may show as it was written. A parser passes over line ends and tabs that a header or a page would not, so
 * there are none in it.
 */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^\s\p{Cc}<>"\\]+$/iu.test(text) && URL.canParse(text);

const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>"(),:;\\[\]]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text);

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  'date-time': isDateTime,
  uri: isUri,
  email: isEmail,
  uuid: isUuid,
};
