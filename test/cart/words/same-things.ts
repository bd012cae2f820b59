/** Whether words of one language say what those of another do: every text is there, translated, and names the same. */
import assert from 'node:assert/strict';

/** Every text by its path. */
const textsOf = (words: object, path = ''): readonly (readonly [string, string])[] =>
  Object.entries(words).flatMap(([name, text]: [string, unknown]) =>
    typeof text === 'string' ? [[`${path}${name}`, text] as const] : textsOf(text as object, `${path}${name}.`),
  );
const bracesIn = (text: string): readonly string[] => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted();

/** But for texts that are made of names alone. */
export const saySameThings = (words: object, english: object, alike: readonly string[] = []): void => {
  const own = new Map(textsOf(words));
  for (const [path, text] of textsOf(english)) {
    const told = own.get(path) ?? '';
    assert.notEqual(told.trim(), '', path);
    assert.deepEqual(bracesIn(told), bracesIn(text), path);
    if (!alike.includes(path)) assert.notEqual(told, text, path);
  }
};
