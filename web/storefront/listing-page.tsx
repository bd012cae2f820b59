/** The list of products that the address asks for. */
import { useEffect, useState } from 'preact/hooks';
import type { ProductList } from '../../src/contract/catalog/catalog-contract.ts';
import type { Shelves } from '../../src/contract/catalog/storefront-contract.ts';
import { announce } from '../ui/announcer.tsx';
import { Icon } from '../ui/icon.tsx';
import { money } from '../ui/money.ts';
import { Failure } from '../ui/states.tsx';
import { type Asked, useAnswer } from '../ui/use-answer.ts';
import { useValue } from '../ui/value.ts';
import { listingKey, listProducts, pageSize, sortOf } from './catalog.ts';
import { tell } from './events.ts';
import { Filters } from './filters.tsx';
import { changed, chipsOf, chosenPath, shelvesWithin } from './listing-query.ts';
import { CardSkeleton, ProductCard } from './product-card.tsx';
import { go, Link, listingPath, productAddress } from './route.tsx';
import { chosenCurrency, consentAnswer, shop } from './shop.ts';
import { NothingHere } from './nothing-here.tsx';
import { named, words } from './words.ts';

const EAGER = 4;

type QueryProps = { readonly query: URLSearchParams };

const Sort = ({ query }: QueryProps) => (
  <label class="choice">
    <span>{words.listing.sort}</span>
    <select
      value={sortOf(query)}
      onChange={(event) => go(listingPath(changed(query, { sort: event.currentTarget.value })), { stay: true })}
    >
      {Object.entries(words.listing.sorts)
        .filter(([value]) => value !== 'relevance' || query.has('q'))
        .map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
    </select>
  </label>
);

const Chips = ({ query, shelves }: QueryProps & { readonly shelves: Shelves | undefined }) => {
  const currency = useValue(chosenCurrency) || shop.currency;
  const chips = chipsOf(query, shelves, (text) => money(Number(text), currency));
  if (chips.length === 0) return null;
  return (
    <ul class="chips" aria-label={words.listing.chosen}>
      {chips.map(({ label, without }) => (
        <li key={label}>
          <Link class="chip" to={listingPath(without)} label={words.listing.removeFilter(label)} stay>
            {label}
            <Icon name="close" />
          </Link>
        </li>
      ))}
      <li>
        <Link class="text-button" to="/">
          {words.listing.clear}
        </Link>
      </li>
    </ul>
  );
};

const Pages = ({ query, page }: QueryProps & { readonly page: ProductList['page'] }) => {
  const last = Math.max(1, Math.ceil(page.total / page.size));
  if (last === 1) return null;
  const to = (number: number): string => {
    const next = changed(query, {});
    if (number > 1) next.set('page', String(number));
    return listingPath(next);
  };
  return (
    <nav class="pages" aria-label={words.listing.pages}>
      <span class="pages-back">
        {page.current > 1 && (
          <Link class="button quiet" to={to(page.current - 1)}>
            <Icon name="back" /> {words.listing.previous}
          </Link>
        )}
        {page.current > 2 && <Link to={to(1)}>{words.listing.first}</Link>}
      </span>
      <span class="soft">{words.listing.page(page.current, last)}</span>
      {page.current < last ? (
        <Link class="button quiet" to={to(page.current + 1)}>
          {words.listing.next} <Icon name="next" />
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
};

const Nothing = () => (
  <NothingHere icon="search" title={words.listing.nothing} why={words.listing.nothingWhy} go={words.listing.showAll} />
);

type CardsProps = { readonly list: ProductList | undefined; readonly isStale: boolean };

const Cards = ({ list, isStale }: CardsProps) => (
  <ul class={isStale && list !== undefined ? 'cards stale' : 'cards'} aria-busy={isStale}>
    {list === undefined
      ? Array.from({ length: pageSize / 2 }, (_, at) => <CardSkeleton key={at} />)
      : list.items.map((item, at) => <ProductCard key={item.uid} item={item} eager={at < EAGER} />)}
  </ul>
);

const Results = ({ query, asked }: QueryProps & { readonly asked: Asked<ProductList> }) => {
  const { answer, problem, isStale, again } = asked;
  if (problem !== undefined) return <Failure title={words.listing.failed} problem={problem} again={again} />;
  if (answer?.items.length === 0) return <Nothing />;
  const corrections = answer?.corrections ?? [];
  const listed = (all: readonly string[]): string => all.map(words.listing.quoted).join(', ');
  const { meant } = words.listing;
  return (
    <>
      {corrections.length > 0 && (
        <p class="soft">
          {meant(listed(corrections.map(({ word }) => word)), listed(corrections.flatMap((word) => word.meant)))}
        </p>
      )}
      <Cards list={answer} isStale={isStale} />
      {answer !== undefined && <Pages query={query} page={answer.page} />}
    </>
  );
};

export const titleOf = (query: URLSearchParams, shelves: Shelves | undefined): string => {
  const text = query.get('q');
  const shelf = chosenPath(shelves, query).at(-1);
  if (shelf !== undefined) return named(shelf.name);
  return text === null ? words.listing.all : words.listing.found(text);
};
const countOf = (total: number): string => words.listing.count(total, total.toLocaleString(words.tag));

/** Each list that is shown is told once, however often it is drawn. */
const useListingEvents = (query: URLSearchParams, key: string, { answer, isStale }: Asked<ProductList>): void => {
  const isShown = answer !== undefined && !isStale;
  // Whoever agrees while a list is on the screen is told of with that list.
  const answered = useValue(consentAnswer);
  useEffect(() => {
    if (!isShown) return;
    const text = query.get('q') ?? '';
    const { current, size } = answer.page;
    tell(({ productListing, productSearch }, { listingFields, searchFields }) => {
      productListing(listingFields(answer, text, productAddress), (current - 1) * size);
      if (text !== '' && current === 1) productSearch(searchFields(answer, text));
    });
  }, [key, isShown, answered]);
};

export const ListingPage = ({ query, shelves }: QueryProps & { readonly shelves: Shelves | undefined }) => {
  useValue(chosenCurrency);
  const [isOpen, setOpen] = useState(false);
  const key = listingKey(query);
  const asked = useAnswer(key, () => listProducts(query));
  const title = titleOf(query, shelves);
  const count = asked.answer === undefined ? '' : countOf(asked.answer.page.total);
  useEffect(() => {
    document.title = title === words.listing.all ? shop.name : `${title} · ${shop.name}`;
  }, [title]);
  useEffect(() => {
    if (!asked.isStale) announce(count);
  }, [count, asked.isStale]);
  useListingEvents(query, key, asked);
  // Where the words alone found nothing there is nothing to narrow or to sort.
  const isBare = asked.answer?.page.total === 0 && [...query.keys()].every((name) => name === 'q' || name === 'sort');
  return (
    <div class={isBare ? 'listing bare' : 'listing'}>
      <div class="heading">
        <h1>{title}</h1>
        <p class="soft">{count || '\u00a0'}</p>
      </div>
      <div class="tools">
        {!isBare && (
          <button
            type="button"
            class="button quiet filters-button"
            aria-expanded={isOpen}
            aria-controls="filters"
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="filters" /> {words.listing.filters}
          </button>
        )}
        <Chips query={query} shelves={shelves} />
        {!isBare && <Sort query={query} />}
      </div>
      {!isBare && (
        <aside class={isOpen ? 'side open' : 'side'} id="filters" aria-label={words.listing.filters}>
          <Filters query={query} shelves={shelvesWithin(shelves, asked.answer?.filters)} />
        </aside>
      )}
      <div class="results">
        <Results query={query} asked={asked} />
      </div>
    </div>
  );
};
