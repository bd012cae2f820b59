/**
 * How much a text of JSON would become, by its bytes alone: a megabyte has room for half a million values, or for as many levels, which
 * take long to be read, compared and let go again. Looked at before any of it is made. Pure.
 */

/** More than any list has that a shop sends at once, in a body of a megabyte. */
const MOST_VALUES = 150_000;
/** A member of an object takes as long as three entries of a list: its name is looked up, and sorted where bodies are compared. */
const OF_NAME = 2;

const QUOTE = 0x22;
const ESCAPE = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const isOpening = (byte: number): boolean => byte === 0x7b || byte === 0x5b;
const isClosing = (byte: number): boolean => byte === 0x7d || byte === 0x5d;

/** The place of the quote that ends a text which begins at this one. */
const textEnd = (bytes: Uint8Array, start: number): number => {
  for (let at = bytes.indexOf(QUOTE, start + 1); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let before = at;
    while (bytes[before - 1] === ESCAPE) before -= 1;
    // Escapes escape each other; a quote behind an odd number of them is part of the text.
    if ((at - before) % 2 === 0) return at;
  }
  return bytes.length;
};

/** What is too much of it, in a sentence. Text that is no JSON has nothing too much, or something: whoever reads it says so. */
export const sizeProblem = (bytes: Uint8Array, mostLevels: number): string | undefined => {
  let values = 1;
  let levels = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) at = textEnd(bytes, at);
    else if (byte === COMMA) values += 1;
    else if (byte === COLON) values += OF_NAME;
    else if (isOpening(byte)) {
      levels += 1;
      values += 1;
      if (levels > mostLevels) return `Nest at most ${mostLevels} levels.`;
    } else if (isClosing(byte)) levels -= 1;
    if (values > MOST_VALUES)
      return `Send at most ${MOST_VALUES} values at once; a member of an object counts as three.`;
  }
  return undefined;
};
