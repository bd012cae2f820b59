/** Which page is shown: the address says it, and going back means what it means everywhere. */
import type { ComponentChildren } from 'preact';
import { createValue } from '../ui/value.ts';
import { readable } from './listing-query.ts';
import { shop } from './shop.ts';

export type Route =
  | { readonly page: 'listing'; readonly query: URLSearchParams }
  | { readonly page: 'product'; readonly slug: string }
  | { readonly page: 'cart' }
  | { readonly page: 'checkout'; readonly buyNow: boolean }
  | { readonly page: 'account'; readonly tab: string }
  | { readonly page: 'shared'; readonly token: string }
  | { readonly page: 'order'; readonly id: string }
  | { readonly page: 'pay'; readonly id: string }
  | { readonly page: 'sign-in' }
  | { readonly page: 'missing'; readonly what: 'page' | 'product' };

type Parameters = { readonly query: URLSearchParams; readonly name: string };
type Page = readonly [path: RegExp, page: (parameters: Parameters) => Route];

const pages: readonly Page[] = [
  [/^$/, ({ query }) => ({ page: 'listing', query: readable(query) })],
  [/^\/cart$/, () => ({ page: 'cart' })],
  [/^\/sign-in$/, () => ({ page: 'sign-in' })],
  [/^\/orders$/, () => ({ page: 'account', tab: 'orders' })],
  [/^\/account(?:\/(\w+))?$/, ({ name }) => ({ page: 'account', tab: name })],
  [/^\/checkout$/, ({ query }) => ({ page: 'checkout', buyNow: query.get('buy_now') === 'true' })],
  [/^\/cart\/order-status$/, ({ query }) => ({ page: 'order', id: query.get('order_id') ?? '' })],
  [/^\/demo-payment$/, ({ query }) => ({ page: 'pay', id: query.get('order_id') ?? '' })],
  [/^\/product\/([^/]+)$/, ({ name }) => ({ page: 'product', slug: name })],
  [/^\/shared-cart\/([^/]+)$/, ({ name }) => ({ page: 'shared', token: name })],
];

const readRoute = (): Route => {
  const path = location.pathname.slice(shop.base.length).replace(/\/$/, '');
  const query = new URLSearchParams(location.search);
  for (const [shape, page] of pages) {
    const found = shape.exec(path);
    if (found !== null) return page({ query, name: decodeURIComponent(found[1] ?? '') });
  }
  return { page: 'missing', what: 'page' };
};

export const route = createValue(readRoute());
export const readLocation = (): void => route.set(readRoute());

export const listingPath = (query: URLSearchParams): string => (query.size === 0 ? '/' : `/?${query}`);
export const productPath = (slug: string): string => `/product/${encodeURIComponent(slug)}`;
export const orderPath = (id: string): string => `/cart/order-status?order_id=${encodeURIComponent(id)}`;
export const payPath = (id: string): string => `/demo-payment?order_id=${encodeURIComponent(id)}`;
export const productAddress = (slug: string): string => `${location.origin}${shop.base}${productPath(slug)}`;

/** Where the reader was on the pages he left, so that going back brings him there. */
type Left = { readonly y?: number };
const show = (y: number): void => {
  readLocation();
  // After the page was drawn: its height is what can be scrolled.
  requestAnimationFrame(() => window.scrollTo(0, y));
};

export const followRoutes = (): void => {
  history.scrollRestoration = 'manual';
  window.addEventListener('popstate', (event) => show((event.state as Left | null)?.y ?? 0));
};

/** `stay`: the same page with other choices, so the reader stays where he is. */
export const go = (path: string, { stay = false } = {}): void => {
  history.replaceState({ y: window.scrollY } satisfies Left, '');
  history.pushState({}, '', `${shop.base}${path}`);
  show(stay ? window.scrollY : 0);
};

type LinkProps = {
  readonly to: string;
  readonly class?: string;
  readonly current?: boolean;
  readonly label?: string;
  readonly stay?: boolean;
  readonly children: ComponentChildren;
};

/** An ordinary link: a new tab, a copied address and a middle click work as ever. */
export const Link = ({ to, current = false, label, stay = false, children, class: name }: LinkProps) => (
  <a
    href={`${shop.base}${to}`}
    class={name}
    aria-current={current ? 'page' : undefined}
    aria-label={label}
    onClick={(event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      go(to, { stay });
    }}
  >
    {children}
  </a>
);
