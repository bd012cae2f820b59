/** Texts in quotes, made of the bytes of UTF-8, one sign each. */

/** As long as signs of currencies are: longer words may be somebody's. */
const SHORT = 4;
const MOST_WORDS = 500;
/** Up to here looking at each sign is quicker than asking an expression. */
const FEW_SIGNS = 40;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
// Neither a quote, a backslash, a control sign nor anything beyond ASCII.
const UNLIKE_ITSELF = /[^\x20\x21\x23-\x5b\x5d-\x7e]/;
const isLikeItself = (text: string): boolean => {
  if (text.length > FEW_SIGNS) return !UNLIKE_ITSELF.test(text);
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign < 0x20 || sign > 0x7e || sign === QUOTE || sign === BACKSLASH) return false;
  }
  return true;
};

export const bytesOf = (text: string): string => {
  const bytes = Buffer.from(text);
  return bytes.byteLength === text.length ? text : bytes.toString('latin1');
};

/** Signs of currencies and the like, which come again and again. */
const words = new Map<string, string>();
export const quoted = (text: string): string => {
  if (isLikeItself(text)) return `"${text}"`;
  const known = words.get(text);
  if (known !== undefined) return known;
  const written = bytesOf(JSON.stringify(text));
  if (text.length <= SHORT && words.size < MOST_WORDS) words.set(text, written);
  return written;
};
