/** Under the hood: for who wants to see what a click does. Opened at the foot of the page, closed by its button or Escape. */
import { useEffect, useRef } from 'preact/hooks';
import { createValue, useValue } from '../ui/value.ts';
import { hoodEntries, type HoodEntry } from './hood.ts';
import { words } from './words.ts';

const isOpen = createValue(false);

const Entry = ({ entry: { text, status, took } }: { readonly entry: HoodEntry }) => (
  <li>
    <code>{text}</code>
    {status === undefined ? (
      <span class="state placed">{words.hood.event}</span>
    ) : (
      <span class="soft">
        {status} · {took} ms
      </span>
    )}
  </li>
);

export const HoodSwitch = () => (
  <button type="button" class="text-button" aria-expanded={useValue(isOpen)} onClick={() => isOpen.set(!isOpen.get())}>
    {words.hood.open}
  </button>
);

const Opened = () => {
  const entries = useValue(hoodEntries);
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <aside
      class="hood"
      aria-label={words.hood.title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') isOpen.set(false);
      }}
    >
      <div class="hood-head">
        <h2>{words.hood.title}</h2>
        <button type="button" class="text-button" onClick={() => hoodEntries.set([])}>
          {words.hood.clear}
        </button>
        <button ref={close} type="button" class="button quiet small" onClick={() => isOpen.set(false)}>
          {words.hood.close}
        </button>
      </div>
      <p class="soft">{entries.length === 0 ? words.hood.empty : words.hood.about}</p>
      <ol tabIndex={0} aria-label={words.hood.about}>
        {entries.map((entry) => (
          <Entry key={entry.at} entry={entry} />
        ))}
      </ol>
    </aside>
  );
};

export const HoodDrawer = () => (useValue(isOpen) ? <Opened /> : null);
