/**
 * The storefront's two questions: a list of products, and one product. An answer is made once for the versions it depends
 * on and kept as text; whether it still holds is one small read of the change log.
 */
import type { ProductList, ProductsQuery } from '../contract/catalog-contract.ts';
import type { Database, Row } from '../db/database.ts';
import type { ApplicationCaller } from '../http/caller.ts';
import { entityTag } from '../http/conditional.ts';
import type { Clock } from '../shared/clock.ts';
import { Refusal } from '../shared/errors.ts';
import { type AnswerCurrency, answerCurrency } from './answer-currency.ts';
import { type CatalogVersions, readCatalogVersions } from './catalog-versions.ts';
import { distinctEans } from './ean-rules.ts';
import { keptAnswers } from './kept-answers.ts';
import { fingerprint, pageOf, placeInList } from './listing-page.ts';
import { type Condition, type Listing, listing } from './listing-query.ts';
import { findBySlug } from './product-store.ts';
import { listItem, productDetail } from './product-view.ts';
import type { CatalogReader } from './read-articles.ts';

export type Answer = { readonly tag: string; readonly text: () => Promise<string> };
export type ProductReader = {
  readonly list: (
    application: ApplicationCaller,
    query: ProductsQuery,
    currency: string | undefined,
  ) => Promise<Answer>;
  readonly product: (application: ApplicationCaller, slug: string, currency: string | undefined) => Promise<Answer>;
};

const KEPT_CHARACTERS = 16_000_000;

const scanned = async <T extends Row>(db: Database, { sql, params }: Condition): Promise<readonly T[]> => {
  const rows: T[] = [];
  for await (const chunk of db.scan<T>(sql, params)) rows.push(...chunk);
  return rows;
};

/** EANs given several times, or several in one by commas. */
const eansIn = ({ product_ean_id: given }: ProductsQuery): readonly string[] | undefined =>
  given === undefined
    ? undefined
    : distinctEans(
        given
          .flatMap((text) => text.split(','))
          .map((text) => text.trim())
          .filter((text) => text !== ''),
      );

export const productReader = (db: Database, catalog: CatalogReader, now: Clock): ProductReader => {
  const kept = keptAnswers(KEPT_CHARACTERS);
  const totals = keptAnswers(KEPT_CHARACTERS / 16);

  /** What every answer depends on, as one text besides the version. */
  const moment = async (application: ApplicationCaller, asked: string | undefined) => {
    const versions = await readCatalogVersions(db, application.companyId);
    const rates = versions.rate === 0 ? [] : await catalog.rates(application.companyId);
    const money = answerCurrency(application.settings, asked, rates, now());
    return { versions, money };
  };
  const tagOf = ({ companyId }: ApplicationCaller, versions: CatalogVersions, money: AnswerCurrency, asks: string) =>
    entityTag(
      versions.product + versions.article + versions.rate,
      companyId,
      asks,
      money.currency,
      ...money.rates.map(({ id }) => id),
    );

  const total = async (versions: CatalogVersions, { count }: Listing): Promise<number> => {
    const key = JSON.stringify([versions, count]);
    const text = await totals(key, async () => String((await scanned<{ total: number }>(db, count))[0]?.total ?? 0));
    return Number(text);
  };

  const listText = async (
    { companyId }: ApplicationCaller,
    query: ProductsQuery,
    { versions, money }: { readonly versions: CatalogVersions; readonly money: AnswerCurrency },
  ): Promise<string> => {
    const { page_id: _id, page_no: _no, ...question } = query;
    const asks = fingerprint(question);
    const place = placeInList(query, asks);
    const eans = eansIn(query);
    const places = eans === undefined ? undefined : [...(await catalog.byEan(companyId, eans)).values()].flat();
    const itemIds = places && [...new Set(places.map(({ itemId }) => itemId))];
    const found = listing({ companyId, query, currency: money.currency, rates: money.rates, itemIds });
    const uids = await scanned<{ uid: number }>(db, found.page(place.size, (place.number - 1) * place.size));
    const items = await catalog.items(
      companyId,
      uids.map(({ uid }) => uid),
    );
    const shown = uids.flatMap(({ uid }) => items.get(uid) ?? []).map((item) => listItem(item, money));
    const list: ProductList = {
      items: shown,
      page: pageOf(place, shown.length, await total(versions, found), asks),
    };
    return JSON.stringify(list);
  };

  const productText = async (
    { companyId }: ApplicationCaller,
    slug: string,
    money: AnswerCurrency,
  ): Promise<string> => {
    const uid = await findBySlug(db, companyId, slug);
    const item = uid === undefined ? undefined : (await catalog.items(companyId, [uid])).get(uid);
    if (item === undefined || !item.product.isActive) throw new Refusal('product_not_found');
    const sellerIds = item.articles.map(({ sellerId }) => sellerId);
    const [sellers, family] = await Promise.all([
      catalog.sellers(companyId, sellerIds),
      catalog.items(
        companyId,
        item.product.children.map(({ itemId }) => itemId),
      ),
    ]);
    return JSON.stringify(productDetail(item, money, sellers, family));
  };

  return {
    list: async (application, query, asked) => {
      const { page_id: _token, ...numbered } = query;
      placeInList(numbered, '');
      eansIn(query); // refused before anything is compared
      const at = await moment(application, asked);
      const tag = tagOf(application, at.versions, at.money, fingerprint(query));
      return { tag, text: () => kept(tag, () => listText(application, query, at)) };
    },
    product: async (application, slug, asked) => {
      const { versions, money } = await moment(application, asked);
      const tag = tagOf(application, versions, money, `product ${slug}`);
      return { tag, text: () => kept(tag, () => productText(application, slug, money)) };
    },
  };
};
