/**
 * Where the storefront's own parts draw a page on the node. They were written for a browser, so they get a room of their own
 * with what they look for there: the page's shop and its address, and nothing else of this process. Texts go in and come out.
 */
import { createContext, type Script } from 'node:vm';
import type { OwnWords, PageHead, StorefrontShop } from '../contract/catalog/storefront-contract.ts';
import type { ProductsQuery } from '../contract/catalog/catalog-contract.ts';

/** How this visitor sees pages. */
export type PageState = {
  readonly isAnswered: boolean;
  readonly language: string;
  readonly currency: string;
  /** What his address names and nobody has. */
  readonly missing?: 'page' | 'product';
};
export type Address = { readonly path: string; readonly search: string };

/** What must be known to draw the page: a list of products, or one of them. */
export type PageQuestion =
  | { readonly key: string; readonly query: ProductsQuery; readonly slug?: undefined }
  | { readonly key: string; readonly slug: string; readonly query?: undefined };
type Drawn = { readonly body: string; readonly head: PageHead | null };

export type DrawingRoom = {
  readonly question: (at: Address, state: PageState) => PageQuestion | null;
  readonly draw: (at: Address, state: PageState, shown: Shown) => Drawn;
};
/** What is on the page: the answers it was asked for, and the shop's own texts in its language. */
type Shown = { readonly answers: Readonly<Record<string, unknown>>; readonly own: OwnWords };

type Parts = { readonly question: (text: string) => string; readonly draw: (text: string) => string };

export const drawingRoom = (script: Script, shop: StorefrontShop): DrawingRoom => {
  const location = { pathname: '/', search: '', origin: shop.public_url };
  const document = { getElementById: () => ({ textContent: JSON.stringify(shop) }), documentElement: { lang: 'en' } };
  const room: { storefront?: Parts } = {};
  script.runInContext(createContext(Object.assign(room, { document, location, URLSearchParams, URL, btoa })));
  const { storefront: parts } = room;
  if (parts === undefined) throw new Error('the drawing room has no parts');
  const enter = ({ path, search }: Address): void =>
    void Object.assign(location, { pathname: `${shop.base}${path}`, search });
  return {
    question: (at, state) => {
      enter(at);
      return JSON.parse(parts.question(JSON.stringify(state))) as PageQuestion | null;
    },
    draw: (at, state, shown) => {
      enter(at);
      return JSON.parse(parts.draw(JSON.stringify({ ...state, ...shown }))) as Drawn;
    },
  };
};
