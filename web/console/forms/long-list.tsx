/** A list that is longer than one wants to see at once: its beginning, what is looked for in it, and the rest when it is asked for. */
import { useState } from 'preact/hooks';
import { Field } from '../parts/field.tsx';
import { entrySays } from './entry-rules.ts';

const MANY = 20;

/** `isKept` says of which entries are seen in any case. */
export const useLongList = (all: readonly unknown[], isKept: (place: number) => boolean) => {
  const [isLong] = useState(all.length > MANY);
  const [written, setWritten] = useState('');
  const wanted = written.trim();
  const [isWhole, setWhole] = useState(false);
  const isShown = (entry: unknown, place: number): boolean => {
    if (!isLong || isKept(place)) return true;
    return wanted === '' ? isWhole || place < MANY : entrySays(entry, wanted);
  };
  const finder = isLong && (
    <Field name={`Find one of ${all.length.toLocaleString()}`}>
      <input
        type="search"
        value={written}
        onInput={({ currentTarget }) => setWritten(currentTarget.value)}
        // It looks at every key; Enter would send the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
    </Field>
  );
  const isCut = isLong && wanted === '' && !isWhole;
  const rest = isCut && (
    <p>
      <button type="button" class="text-button" onClick={() => setWhole(true)}>
        Show all {all.length.toLocaleString()}
      </button>
    </p>
  );
  const isNone = wanted !== '' && !all.some(isShown);
  return { isShown, finder, rest: isNone ? <p class="soft">Nothing found for “{wanted}”.</p> : rest };
};
