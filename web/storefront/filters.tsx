/** What narrows a listing: categories level by level, brands, price, stock. Every choice is an address. */
import { useState } from 'preact/hooks';
import type { Shelf, Shelves } from '../../src/contract/catalog/storefront-contract.ts';
import { changed, chosenPath, shelvesBelow, toggled } from './listing-query.ts';
import { go, Link, listingPath } from './route.tsx';
import { named, words } from './words.ts';

type FilterProps = { readonly query: URLSearchParams; readonly shelves: Shelves | undefined };
type CategoryProps = {
  readonly query: URLSearchParams;
  readonly shelf: Shelf;
  readonly current: boolean;
  readonly deep?: boolean;
};

const choose = (query: URLSearchParams): void => go(listingPath(query), { stay: true });

const CategoryLink = ({ query, shelf, current, deep = false }: CategoryProps) => (
  <li class={deep ? 'deep' : undefined}>
    <Link to={listingPath(changed(query, { category: String(shelf.uid) }))} current={current} stay>
      {named(shelf.name)} <span class="count">{shelf.count}</span>
    </Link>
  </li>
);

const Categories = ({ query, shelves }: FilterProps) => {
  const path = chosenPath(shelves, query);
  const chosen = path.at(-1);
  if (shelves?.categories.length === 0) return null;
  return (
    <section>
      <h2>{words.listing.category}</h2>
      <ul class="tree">
        {path.length > 0 && (
          <li>
            <Link to={listingPath(changed(query, { category: undefined }))} stay>
              {words.listing.everything}
            </Link>
          </li>
        )}
        {path.slice(0, 2).map((shelf) => (
          <CategoryLink key={shelf.uid} query={query} shelf={shelf} current={shelf === chosen} />
        ))}
        {shelvesBelow(shelves, path)
          .filter(({ uid, count }) => count > 0 || uid === chosen?.uid)
          .map((shelf) => (
            <CategoryLink
              key={shelf.uid}
              query={query}
              shelf={shelf}
              current={shelf.uid === chosen?.uid}
              deep={path.length > 0}
            />
          ))}
      </ul>
    </section>
  );
};

const FEW = 6;

const Brands = ({ query, shelves }: FilterProps) => {
  const [isOpen, setOpen] = useState(false);
  const chosen = query.getAll('brand');
  if (shelves?.brands.length === 0) return null;
  // One that would leave nothing is no choice.
  const all = (shelves?.brands ?? []).filter(({ uid, count }) => count > 0 || chosen.includes(String(uid)));
  const shown = all.filter(({ uid }, at) => isOpen || at < FEW || chosen.includes(String(uid)));
  return (
    <fieldset>
      <legend>{words.listing.brand}</legend>
      {shown.map(({ uid, name, count }) => (
        <label key={uid} class="tick">
          <input
            type="checkbox"
            checked={chosen.includes(String(uid))}
            onChange={() => choose(toggled(query, 'brand', String(uid)))}
          />
          <span>{name}</span> <span class="count">{count}</span>
        </label>
      ))}
      {shown.length < all.length && (
        <button type="button" class="text-button" onClick={() => setOpen(true)}>
          {words.listing.allBrands(all.length)}
        </button>
      )}
    </fieldset>
  );
};

const PriceRange = ({ query }: Pick<FilterProps, 'query'>) => {
  const bound = (name: 'min_price' | 'max_price', label: string) => (
    <input
      key={name}
      inputMode="decimal"
      aria-label={label}
      placeholder={label}
      value={query.get(name) ?? ''}
      onChange={({ currentTarget: field }) => {
        const text = field.value.trim();
        if (text !== '' && !/^\d{1,9}(\.\d{1,2})?$/.test(text)) field.value = query.get(name) ?? '';
        else choose(changed(query, { [name]: text }));
      }}
    />
  );
  return (
    <fieldset>
      <legend>{words.listing.price}</legend>
      <div class="range">
        {bound('min_price', words.listing.least)}
        <span aria-hidden="true">–</span>
        {bound('max_price', words.listing.most)}
      </div>
    </fieldset>
  );
};

export const Filters = ({ query, shelves }: FilterProps) => (
  <div class="filters">
    <Categories query={query} shelves={shelves} />
    <fieldset>
      <legend>{words.listing.availability}</legend>
      <label class="tick">
        <input
          type="checkbox"
          checked={query.has('in_stock')}
          onChange={() => choose(toggled(query, 'in_stock', 'true'))}
        />
        <span>{words.listing.inStockOnly}</span>
      </label>
    </fieldset>
    <PriceRange query={query} />
    <Brands query={query} shelves={shelves} />
  </div>
);
