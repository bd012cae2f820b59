/** Says changes aloud to people who do not see them. */
import { createValue, useValue } from './value.ts';

const said = createValue('');

/** The same sentence twice is said twice: a no-break space makes it a new one. */
export const announce = (sentence: string): void =>
  said.set(sentence === said.get() && sentence !== '' ? `${sentence}\u00a0` : sentence);

export const Announcer = () => (
  <p class="unseen" role="status" aria-live="polite">
    {useValue(said)}
  </p>
);
