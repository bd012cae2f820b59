/** What a member is about by the words of its name, however they are joined: `country_phone_code`, `countryPhoneCode`. Pure. */

const wordsIn = (name: string): readonly string[] =>
  name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);

/** Whether a name has one of these words. */
export const namedBy = (words: string): ((name: string) => boolean) => {
  const known: ReadonlySet<string> = new Set(words.split(' '));
  return (name) => wordsIn(name).some((word) => known.has(word));
};
