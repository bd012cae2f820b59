/**
 * The first page of a visit, drawn by the node from the same parts. It runs in a room of its own there, with what a browser
 * would have: the page's shop and its address. Texts go in and come out.
 */
import { renderToString } from 'preact-render-to-string';
import type { ProductDetail, ProductList } from '../../src/contract/catalog/catalog-contract.ts';
import type { OwnWords, Shelves } from '../../src/contract/catalog/storefront-contract.ts';
import { giveAnswers } from '../ui/use-answer.ts';
import { listingKey, listingQuestion, productKey, shelvesKey } from './catalog.ts';
import { titleOf } from './listing-page.tsx';
import { listingHead, productHead } from './page-head.ts';
import { listingPath, readLocation, route } from './route.tsx';
import { chosenCurrency, consentAnswer } from './shop.ts';
import { Storefront } from './storefront.tsx';
import { english, type Words } from './words/english.ts';
import { translated as german } from './words/german.ts';
import { translated as hindi } from './words/hindi.ts';
import { speak, words } from './words.ts';

const languages: ReadonlyMap<string, Words> = new Map([english, hindi, german].map((one) => [one.tag, one]));

type State = {
  readonly isAnswered: boolean;
  readonly language: string;
  readonly currency: string;
  readonly missing?: 'page' | 'product';
};

/** What has to be known to draw the page of this address; null when it is nothing that the node draws. */
export const question = (text: string): string => {
  const { currency } = JSON.parse(text) as State;
  chosenCurrency.set(currency);
  readLocation();
  const at = route.get();
  if (at.page === 'product') return JSON.stringify({ key: productKey(at.slug), slug: at.slug });
  if (at.page !== 'listing') return 'null';
  return JSON.stringify({ key: listingKey(at.query), query: listingQuestion(at.query) });
};

type Given = State & { readonly answers: Readonly<Record<string, unknown>>; readonly own: OwnWords };

const headOf = (answers: Given['answers']) => {
  const at = route.get();
  const known = new Map(Object.entries(answers));
  if (at.page === 'product') {
    const product = known.get(productKey(at.slug)) as ProductDetail | undefined;
    return product && productHead(product);
  }
  if (at.page !== 'listing') return undefined;
  const list = known.get(listingKey(at.query)) as ProductList | undefined;
  const title = titleOf(at.query, known.get(shelvesKey) as Shelves | undefined);
  return list && listingHead(list, title === words.listing.all ? '' : title, listingPath(at.query));
};

export const draw = (text: string): string => {
  const { isAnswered, language, currency, missing, answers, own } = JSON.parse(text) as Given;
  speak(languages.get(language) ?? english, own);
  chosenCurrency.set(currency);
  consentAnswer.set(isAnswered ? 'no' : '');
  readLocation();
  if (missing !== undefined) route.set({ page: 'missing', what: missing });
  giveAnswers(answers);
  return JSON.stringify({ body: renderToString(<Storefront />), head: headOf(answers) ?? null });
};
