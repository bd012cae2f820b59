/** The shop's name, the search, the way to the cart, and the first level of its categories. */
import { useEffect, useRef } from 'preact/hooks';
import type { Shelves } from '../../src/contract/catalog/storefront-contract.ts';
import { Icon } from '../ui/icon.tsx';
import { useValue } from '../ui/value.ts';
import { cart, unitsIn } from './cart.ts';
import { go, Link, listingPath, type Route } from './route.tsx';
import { customerName, shop } from './shop.ts';

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
      <input ref={field} name="q" type="search" aria-label="Search the shop" placeholder="Search" maxLength={200} />
    </form>
  );
};

const CartLink = ({ at }: { readonly at: Route }) => {
  const units = unitsIn(useValue(cart));
  const label = units === 0 ? 'Cart, empty' : `Cart, ${units} ${units === 1 ? 'item' : 'items'}`;
  return (
    <Link class="cart-link" to="/cart" label={label} current={at.page === 'cart'}>
      <Icon name="bag" />
      <span class="cart-word">Cart</span>
      {units > 0 && <span class="badge">{units}</span>}
    </Link>
  );
};

/** Who is signed in, and the way to sign in where there is one. */
const AccountLink = ({ at }: { readonly at: Route }) => {
  const name = useValue(customerName);
  if (name === '' && !shop.demo_sign_in) return null;
  return (
    <Link class="account" to="/sign-in" current={at.page === 'sign-in'}>
      {name === '' ? 'Sign in' : name.split(' ')[0]}
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
      <nav class="shelves" aria-label="Categories">
        {names.map(({ uid, name }) => (
          <Link key={uid} to={`/?category=${uid}`} current={chosen === String(uid)}>
            {name}
          </Link>
        ))}
      </nav>
    </header>
  );
};
