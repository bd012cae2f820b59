/** What the shop keeps for this shopper: orders, addresses, balances, wishlist, carts put aside. */
import { useEffect, useState } from 'preact/hooks';
import { announce } from '../ui/announcer.tsx';
import { Failure } from '../ui/states.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import { useCurrentInSight } from '../ui/current-in-sight.ts';
import { useValue } from '../ui/value.ts';
import { AddressForm } from './address-form.tsx';
import { type Address, lineOf, readAddresses, removeAddress } from './addresses.ts';
import { BalancesTab } from './balances-tab.tsx';
import { signOut } from './customer.ts';
import { dateText } from './dates.ts';
import { NothingHere, SignInFirst } from './nothing-here.tsx';
import { OrderRows } from './order-rows.tsx';
import { CardSkeleton, ProductCard } from './product-card.tsx';
import { go, Link } from './route.tsx';
import { forgetCart, readSaved } from './saved-carts.ts';
import { customerName, customerToken, savedCarts, shop } from './shop.ts';
import { readWishes } from './wish.tsx';
import { wordFor, words } from './words.ts';

const AddressesTab = ({ who }: { readonly who: string }) => {
  const [reading, setReading] = useState(0);
  const [isAdding, setAdding] = useState(false);
  const { answer, problem, again } = useAnswer(`addresses/${who}/account/${reading}`, readAddresses);
  const read = (): void => setReading(reading + 1);
  if (problem !== undefined) {
    return <Failure title={words.account.failed} problem={problem} again={again} />;
  }
  /** The button that was pressed is gone: the keyboard goes on where its work does. */
  const add = (): void => {
    setAdding(true);
    requestAnimationFrame(() => document.getElementById('field-name')?.focus());
  };
  const close = (then?: () => void): void => {
    setAdding(false);
    then?.();
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  const remove = async ({ id }: Address): Promise<void> => {
    await removeAddress(id).catch(() => undefined);
    read();
  };
  return (
    <>
      {answer?.length === 0 && <p class="soft">{words.account.noAddresses}</p>}
      <ul class="kept">
        {answer?.map((address) => (
          <li key={address.id}>
            <span>
              <strong>{address.name}</strong>
              <span class="soft">{lineOf(address)}</span>
              <span class="soft">{address.phone}</span>
            </span>
            <button
              type="button"
              class="text-button"
              aria-label={words.address.remove(address.name ?? '')}
              onClick={() => void remove(address)}
            >
              {words.remove}
            </button>
          </li>
        ))}
      </ul>
      {isAdding ? (
        <section>
          <h3>{words.address.new}</h3>
          <AddressForm submit={words.address.keep} onKept={() => close(read)} onCancel={() => close()} />
        </section>
      ) : (
        <button type="button" class="button quiet" onClick={add}>
          {words.account.addAddress}
        </button>
      )}
    </>
  );
};

const WishlistTab = ({ who }: { readonly who: string }) => {
  const { answer, problem, again } = useAnswer(`wishes/${who}`, readWishes);
  if (problem !== undefined) {
    return <Failure title={words.account.failed} problem={problem} again={again} />;
  }
  if (answer?.items.length === 0) {
    return <NothingHere icon="heart" title={words.account.noWishes} why={words.account.noWishesWhy} />;
  }
  return (
    <ul class="cards">
      {answer === undefined
        ? [0, 1].map((at) => <CardSkeleton key={at} />)
        : answer.items.map((item) => <ProductCard key={item.uid} item={item} eager={false} />)}
    </ul>
  );
};

const CartsTab = () => {
  const carts = readSaved(useValue(savedCarts));
  if (carts.length === 0) {
    return <NothingHere icon="bag" title={words.account.noCarts} why={words.account.noCartsWhy} />;
  }
  return (
    <ul class="kept">
      {carts.map(({ token, names, at }) => (
        <li key={token}>
          <span>
            <strong>{names}</strong>
            <span class="soft">{dateText(at, 'moment')}</span>
          </span>
          <span class="act">
            <Link to={`/shared-cart/${encodeURIComponent(token)}`} label={`${words.account.openCart}: ${names}`}>
              {words.account.openCart}
            </Link>
            <button
              type="button"
              class="text-button"
              aria-label={words.account.forget(names)}
              onClick={() => forgetCart(token)}
            >
              {words.remove}
            </button>
          </span>
        </li>
      ))}
    </ul>
  );
};

/** A guest has orders, addresses and carts, too; the rest belongs to an account. */
const guestTabs = ['orders', 'addresses', 'carts'];
const customerTabs = ['orders', 'addresses', 'balances', 'wishlist', 'carts'];

const Tab = ({ tab, who }: { readonly tab: string; readonly who: string }) => {
  if (tab === 'addresses') return <AddressesTab who={who} />;
  if (who === '' && !guestTabs.includes(tab)) {
    return <SignInFirst icon="heart" title={words.account.signInFirst} why={words.account.signInWhy} />;
  }
  if (tab === 'balances') return <BalancesTab who={who} />;
  if (tab === 'wishlist') return <WishlistTab who={who} />;
  return tab === 'carts' ? <CartsTab /> : <OrderRows />;
};

export const AccountPage = ({ tab }: { readonly tab: string }) => {
  const name = useValue(customerName);
  const who = useValue(customerToken).slice(-12);
  const tabs = who === '' ? guestTabs : customerTabs;
  const shown = customerTabs.includes(tab) ? tab : 'orders';
  const title = wordFor(words.account.tabs, shown);
  const row = useCurrentInSight(`${words.tag}/${shown}`);
  useEffect(() => {
    document.title = `${title} · ${shop.name}`;
  }, [title]);
  const leave = async (): Promise<void> => {
    await signOut();
    announce(words.account.signOut);
    go(shop.demo_sign_in ? '/sign-in' : '/');
  };
  return (
    <div class="cart account-page">
      <div class="heading">
        <h1>{name === '' ? words.account.title : words.account.hello(name)}</h1>
        {name !== '' && (
          <button type="button" class="text-button" onClick={() => void leave()}>
            {words.account.signOut}
          </button>
        )}
        {name === '' && shop.demo_sign_in && <Link to="/sign-in">{words.signIn}</Link>}
      </div>
      <nav ref={row} class="tabs" aria-label={words.account.title}>
        {tabs.map((one) => (
          <Link key={one} to={one === 'orders' ? '/account' : `/account/${one}`} current={one === shown} stay>
            {wordFor(words.account.tabs, one)}
          </Link>
        ))}
      </nav>
      <section aria-label={title}>
        <h2 class="unseen">{title}</h2>
        <Tab tab={shown} who={who} />
      </section>
    </div>
  );
};
