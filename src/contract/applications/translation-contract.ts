/** What a shop's own texts (marks, categories, sizes, offers …) are called in the languages its pages speak. */
import { type Static, Type } from 'typebox';

const MOST_LETTERS = 500;
const inLanguage = (name: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: MOST_LETTERS, description: `In ${name}.` }));

export const Translation = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: MOST_LETTERS,
      description:
        'The text as the catalogue, an offer or a shipping method has it. A pair of curly brackets with nothing in it stands for a part that may be anything, such as an amount.',
    }),
    en: inLanguage('English'),
    hi: inLanguage('Hindi'),
    de: inLanguage('German'),
  },
  {
    additionalProperties: false,
    title: 'Translation',
    examples: [{ text: '{} off every kettle', de: '{} weniger für jeden Wasserkocher' }],
  },
);
export type Translation = Static<typeof Translation>;
