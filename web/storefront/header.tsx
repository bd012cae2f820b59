/** The shop's name, the search, the way to the cart, and the first level of its categories. */
import { useEffect, useRef } from 'preact/hooks';
import type { Shelves } from '../../src/contract/catalog/storefront-contract.ts';
import { Icon } from '../ui/icon.tsx';
import { useOwnValue } from '../ui/hydration.ts';
import { useValue } from '../ui/value.ts';
import { cart, unitsIn } from './cart.ts';
import { go, Link, listingPath, type Route } from './route.tsx';
import { customerName, shop } from './shop.ts';
import { named, words } from './words.ts';

const Search = ({ at }: { readonly at: Route }) => {
  const asked = at.page === 'listing' ? (at.query.get('q') ?? '') : '';
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current !== null) field.current.value = asked;
  }, [asked]);
  const search = (event: Event): void => {
    event.preventDefault();
    const words = field.current?.value.trim() ?? '';
    go(listingPath(new URLSearchParams(words === '' ? {} : { q: words })));
    field.current?.blur();
  };
  return (
    <form class="search" role="search" action={`${shop.base}/`} onSubmit={search}>
      <Icon name="search" />
      <input
        ref={field}
        name="q"
        type="search"
        aria-label={words.search}
        placeholder={words.searchShort}
        maxLength={200}
      />
    </form>
  );
};

const CartLink = ({ at }: { readonly at: Route }) => {
  const units = unitsIn(useValue(cart));
  return (
    <Link class="cart-link" to="/cart" current={at.page === 'cart'}>
      <Icon name="bag" />
      <span class="unseen">{words.cart.link(units)}</span>
      <span class="cart-word" aria-hidden="true">
        {words.cart.title}
      </span>
      {units > 0 && (
        <span class="badge" aria-hidden="true">
          {units}
        </span>
      )}
    </Link>
  );
};

/** Who is signed in, and the way to sign in where there is one. */
const AccountLink = ({ at }: { readonly at: Route }) => {
  const name = useOwnValue(customerName, '');
  if (name === '' && !shop.demo_sign_in) return null;
  return (
    <Link
      class="account"
      to={name === '' ? '/sign-in' : '/account'}
      current={at.page === 'sign-in' || at.page === 'account'}
    >
      {name === '' ? words.signIn : name.split(' ')[0]}
    </Link>
  );
};

type HeaderProps = { readonly at: Route; readonly shelves: Shelves | undefined };

export const Header = ({ at, shelves }: HeaderProps) => {
  const chosen = at.page === 'listing' ? at.query.get('category') : null;
  const names = shelves?.categories ?? [];
  return (
    <header class="top">
      <div class="bar">
        <Link class="name" to="/">
          {shop.name}
        </Link>
        <Search at={at} />
        <div class="ways">
          <AccountLink at={at} />
          <CartLink at={at} />
        </div>
      </div>
      <nav
        class={shelves !== undefined && names.length === 0 ? 'shelves none' : 'shelves'}
        aria-label={words.categories}
      >
        {names.map(({ uid, name }) => (
          <Link key={uid} to={`/?category=${uid}`} current={chosen === String(uid)}>
            {named(name)}
          </Link>
        ))}
      </nav>
    </header>
  );
};
