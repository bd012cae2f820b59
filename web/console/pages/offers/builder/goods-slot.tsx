/** The goods of an offer as chips with names, and a box to find more of them by words. */
import { useRef, useState } from 'preact/hooks';
import type { ProductRow } from '../../../../../src/contract/catalog/catalog-feed-contract.ts';
import { Text } from '../../../parts/field.tsx';
import { useRead } from '../../../parts/answered.tsx';
import { type GoodsPlace as Named, placesOf } from '../../../parts/fields/goods-places.ts';
import { catalogPath } from '../../../paths.ts';
import { type Chosen, chosenOf, knowsKind, mayExcept, withChosen } from './goods-rules.ts';
import type { GoodsKind, GoodsSlot, SlotProps } from './sentence-parts.ts';

type Products = { readonly items: readonly ProductRow[] };

/** By which filter of the list of products one is found that knows the name. */
const filters: Readonly<Record<GoodsKind, string>> = {
  product: '',
  brand: 'brand',
  category: 'category',
  'wider category': 'category',
  'widest category': 'category',
  department: 'department',
  tag: 'tag',
};

const ChipName = ({ kind, id }: Omit<Chosen, 'isExcept'>) => {
  const path = kind === 'product' ? `${catalogPath}/products/${encodeURIComponent(id)}` : `${catalogPath}/products`;
  const { answer } = useRead<ProductRow | Products>(
    path,
    kind === 'product' ? {} : { [filters[kind]]: id, page_size: 1 },
  );
  const product = answer && 'items' in answer ? answer.items[0] : answer;
  const found = product && placesOf(product).find((one) => one.kind === kind && one.id === id);
  return <>{found?.name ?? `${kind} ${id}`}</>;
};

type PickerProps = {
  readonly slot: GoodsSlot;
  readonly chosen: readonly Chosen[];
  readonly choose: (all: readonly Chosen[]) => void;
};

const order: readonly GoodsKind[] = [
  'category',
  'wider category',
  'widest category',
  'brand',
  'department',
  'tag',
  'product',
];

/** Categories have three steps; nobody who sells knows them by these words of ours. */
const kindWords: ReadonlyMap<GoodsKind, string> = new Map([
  ['wider category', 'category above it'],
  ['widest category', 'top category'],
]);

const Found = ({ slot, chosen, choose, wanted }: PickerProps & { readonly wanted: string }) => {
  const { answer } = useRead<Products>(`${catalogPath}/products`, { q: wanted, page_size: 25 });
  const all = new Map<string, Named>();
  for (const one of (answer?.items ?? []).flatMap(placesOf)) {
    if (knowsKind(slot.vocabulary, one.kind)) all.set(`${one.kind} ${one.id}`, one);
  }
  const sorted = [...all.values()].toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const isChosen = (one: Named): Chosen | undefined =>
    chosen.find(({ kind, id }) => kind === one.kind && id === one.id);
  const put = (one: Named, isExcept: boolean): void => {
    const others = chosen.filter(({ kind, id }) => kind !== one.kind || id !== one.id);
    const before = isChosen(one);
    choose(before?.isExcept === isExcept ? others : [...others, { kind: one.kind, id: one.id, isExcept }]);
  };
  return (
    <ul class="picked-from">
      {sorted.map((one) => {
        const before = isChosen(one);
        return (
          <li key={`${one.kind} ${one.id}`}>
            <span>
              {one.name} <small>{kindWords.get(one.kind) ?? one.kind}</small>
            </span>
            <span class="acts">
              <button
                type="button"
                class="chip"
                aria-pressed={before?.isExcept === false}
                aria-label={`${one.name}, ${one.kind}`}
                onClick={() => put(one, false)}
              >
                {before?.isExcept === false ? '✓ Chosen' : 'Choose'}
              </button>
              {mayExcept(slot.vocabulary, one.kind) && (
                <button
                  type="button"
                  class="chip"
                  aria-pressed={before?.isExcept === true}
                  aria-label={`Leave out ${one.name}, ${one.kind}`}
                  onClick={() => put(one, true)}
                >
                  Leave out
                </button>
              )}
            </span>
          </li>
        );
      })}
      {answer && sorted.length === 0 && <li class="soft">Nothing found for “{wanted}”.</li>}
    </ul>
  );
};

export const GoodsPlace = ({ slot, body, set, isLocked }: SlotProps<GoodsSlot>) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [wanted, setWanted] = useState('');
  const [isOpen, setOpen] = useState(false);
  const chosen = chosenOf(body, slot.path, slot.vocabulary);
  const choose = (all: readonly Chosen[]): void => set(withChosen(body, slot.path, slot.vocabulary, all));
  const close = (): void => {
    dialog.current?.close();
    setOpen(false);
  };
  return (
    <span class="goods" role="group" aria-label={slot.name}>
      {chosen.every(({ isExcept }) => isExcept) && slot.vocabulary !== 'gift' && (
        <span class="chip still">everything</span>
      )}
      {chosen.map((one) => (
        <span key={`${one.kind} ${one.id}`} class={one.isExcept ? 'chip still except' : 'chip still'}>
          {one.isExcept && 'not '}
          <ChipName kind={one.kind} id={one.id} />
          {!isLocked && (
            <button
              type="button"
              aria-label={`Remove ${one.kind} ${one.id}`}
              onClick={() => choose(chosen.filter((other) => other !== one))}
            >
              ✕
            </button>
          )}
        </span>
      ))}
      {!isLocked && (
        <button
          type="button"
          class="chip"
          onClick={() => {
            setOpen(true);
            dialog.current?.showModal();
          }}
        >
          Choose {slot.name.toLowerCase()}
        </button>
      )}
      <dialog ref={dialog} aria-label={`Choose ${slot.name.toLowerCase()}`} onClose={() => setOpen(false)}>
        {isOpen && (
          <div class="form">
            <h2>Choose {slot.name.toLowerCase()}</h2>
            <Text name="Find" value={wanted} onChange={setWanted} placeholder="A product, a brand, a category" />
            <Found slot={slot} chosen={chosen} choose={choose} wanted={wanted.trim()} />
            <div class="acts">
              <button type="button" class="button" onClick={close}>
                Done
              </button>
            </div>
          </div>
        )}
      </dialog>
    </span>
  );
};
