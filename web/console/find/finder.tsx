/** One box for an order, a code, a customer or a page: ⌘K or Ctrl+K opens it from anywhere. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Icon } from '../../ui/icon.tsx';
import { type Found, findAll } from './find-all.ts';

const PAUSE_MS = 180;

export const Finder = () => {
  const { route } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const [wanted, setWanted] = useState('');
  const [found, setFound] = useState<readonly Found[]>([]);
  const [marked, setMarked] = useState(0);
  const open = (): void => {
    setWanted('');
    dialog.current?.showModal();
  };
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, []);
  useEffect(() => {
    let isWanted = true;
    const find = async (): Promise<void> => {
      const all = await findAll(wanted);
      if (!isWanted) return;
      setFound(all);
      setMarked(0);
    };
    const timer = setTimeout(() => void find(), PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [wanted]);
  const go = (to: string | undefined): void => {
    if (to === undefined) return;
    dialog.current?.close();
    route(to);
  };
  const step = (by: number): void => setMarked(Math.min(found.length - 1, Math.max(0, marked + by)));
  const keys = new Map([
    ['ArrowDown', () => step(1)],
    ['ArrowUp', () => step(-1)],
    ['Enter', () => go(found[marked]?.to)],
  ]);
  return (
    <>
      <button type="button" class="finder-button" onClick={open}>
        <Icon name="search" />
        <span>Find an order, product or customer</span>
        <kbd>{navigator.platform.startsWith('Mac') ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <dialog ref={dialog} class="finder" aria-label="Find">
        <input
          type="search"
          aria-label="What to find"
          aria-controls="found"
          placeholder="Order id, product, SKU, coupon code, customer, page"
          value={wanted}
          onInput={({ currentTarget }) => setWanted(currentTarget.value)}
          onKeyDown={(event) => {
            const act = keys.get(event.key);
            if (act === undefined) return;
            event.preventDefault();
            act();
          }}
        />
        <ul id="found">
          {found.map(({ kind, name, to }, index) => (
            <li key={to}>
              <a href={to} class={index === marked ? 'marked' : undefined} onClick={() => dialog.current?.close()}>
                <span>{name}</span>
                <small>{kind}</small>
              </a>
            </li>
          ))}
        </ul>
        {wanted !== '' && found.length === 0 && <p class="soft">Nothing found for “{wanted}”.</p>}
      </dialog>
    </>
  );
};
