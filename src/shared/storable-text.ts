/**
 * Which texts a table can hold: PostgreSQL keeps no U+0000, and half of a surrogate pair comes back as another character.
 * JSON, forms and addresses are held to it where they enter; what a header hides in base64 or a token asks here itself. Pure.
 */
export const isStorable = (text: string): boolean => textProblem(text, '') === undefined;

/** The sentence that says what is wrong with it; `what` begins the sentence. */
export const textProblem = (text: string, what: string): string | undefined => {
  if (text.includes('\0')) return `${what} contains the character U+0000, which cannot be stored.`;
  return text.isWellFormed() ? undefined : `${what} contains half of a surrogate pair, which is no character.`;
};
