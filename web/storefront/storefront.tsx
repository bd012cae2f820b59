/** The frame around every page: what is above, what is below, and the page that the address names. */
import { useEffect, useRef } from 'preact/hooks';
import { Announcer } from '../ui/announcer.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import { useValue } from '../ui/value.ts';
import { AccountPage } from './account-page.tsx';
import { CartPage } from './cart-page.tsx';
import { readShelves, shelvesKey } from './catalog.ts';
import { CheckoutPage } from './checkout-page.tsx';
import { ConsentQuestion } from './consent.tsx';
import { DemoPaymentPage } from './demo-payment-page.tsx';
import { Footer } from './footer.tsx';
import { HoodDrawer } from './hood-drawer.tsx';
import { Header } from './header.tsx';
import { ListingPage } from './listing-page.tsx';
import { OrderPage } from './order-page.tsx';
import { OrdersPage } from './orders-page.tsx';
import { ProductPage } from './product-page.tsx';
import { SentNotice } from './offline/waiting-list.tsx';
import { route, type Route } from './route.tsx';
import { SharedCartPage } from './shared-cart-page.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { Missing } from './nothing-here.tsx';
import { words } from './words.ts';
import type { Shelves } from '../../src/contract/catalog/storefront-contract.ts';

const Page = ({ at, shelves }: { readonly at: Route; readonly shelves: Shelves | undefined }) => {
  if (at.page === 'listing') return <ListingPage query={at.query} shelves={shelves} />;
  if (at.page === 'product') return <ProductPage key={at.slug} slug={at.slug} />;
  if (at.page === 'shared') return <SharedCartPage key={at.token} token={at.token} />;
  if (at.page === 'order') return <OrderPage key={at.id} id={at.id} />;
  if (at.page === 'pay') return <DemoPaymentPage key={at.id} id={at.id} />;
  if (at.page === 'account') return <AccountPage tab={at.tab} />;
  if (at.page === 'orders') return <OrdersPage />;
  if (at.page === 'checkout') return <CheckoutPage buyNow={at.buyNow} />;
  if (at.page === 'sign-in') return <SignInPage />;
  return at.page === 'cart' ? <CartPage /> : <Missing what={at.what} />;
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
