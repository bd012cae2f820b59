/** The frame around every page: what is above, what is below, and the page that the address names. */
import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Announcer } from '../ui/announcer.tsx';
import { Failure } from '../ui/states.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import { createValue, useValue } from '../ui/value.ts';
import { CartPage } from './cart-page.tsx';
import { readShelves, shelvesKey } from './catalog.ts';
import { ConsentQuestion } from './consent.tsx';
import { Footer } from './footer.tsx';
import { HoodDrawer } from './hood-drawer.tsx';
import { Header } from './header.tsx';
import { ListingPage } from './listing-page.tsx';
import { ProductPage } from './product-page.tsx';
import { SentNotice } from './offline/waiting-list.tsx';
import { route, type Route } from './route.tsx';
import { Missing } from './nothing-here.tsx';
import { words } from './words.ts';
import type { Shelves } from '../../src/contract/catalog/storefront-contract.ts';

/** The other pages, once they are here. */
const later = createValue<{ readonly show?: ComponentType<{ readonly at: Route }>; readonly problem?: unknown }>({});
export const fetchLater = async (): Promise<void> => {
  try {
    later.set({ show: (await import('./later-pages.tsx')).LaterPage });
  } catch {
    later.set({ problem: new Error(words.unreachable) });
  }
};

const Later = ({ at }: { readonly at: Route }) => {
  const { show: Shown, problem } = useValue(later);
  if (problem !== undefined) {
    return <Failure whole title={words.account.failed} problem={problem} again={() => void fetchLater()} />;
  }
  return Shown === undefined ? null : <Shown at={at} />;
};

const Page = ({ at, shelves }: { readonly at: Route; readonly shelves: Shelves | undefined }) => {
  if (at.page === 'listing') return <ListingPage query={at.query} shelves={shelves} />;
  if (at.page === 'product') return <ProductPage key={at.slug} slug={at.slug} />;
  if (at.page === 'cart') return <CartPage />;
  return at.page === 'missing' ? <Missing what={at.what} /> : <Later at={at} />;
};

/** A new page begins at its top for the keyboard, too. */
const useFocusOnArrival = (place: string) => {
  const main = useRef<HTMLElement>(null);
  const last = useRef(place);
  useEffect(() => {
    if (last.current !== place) main.current?.focus({ preventScroll: true });
    last.current = place;
  }, [place]);
  return main;
};

export const Storefront = () => {
  const at = useValue(route);
  const { answer: shelves } = useAnswer(shelvesKey, readShelves);
  const main = useFocusOnArrival(at.page === 'product' ? `product/${at.slug}` : at.page);
  return (
    <>
      <a class="skip" href="#main">
        {words.skip}
      </a>
      <ConsentQuestion />
      <Header at={at} shelves={shelves} />
      <main id="main" tabIndex={-1} ref={main}>
        <SentNotice />
        <Page at={at} shelves={shelves} />
      </main>
      <Footer />
      <HoodDrawer />
      <Announcer />
    </>
  );
};
