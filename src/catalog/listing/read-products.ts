/**
 * The storefront's two questions: a list of products, and one product. An answer is made once for the versions it depends
 * on and kept as bytes; whether it still holds is one small read of the change log.
 */
import type { ProductList, ProductsQuery } from '../../contract/catalog/catalog-contract.ts';
import type { Database, Row } from '../../db/database.ts';
import type { Witness } from '../../db/witness.ts';
import { jsonInSlices } from '../../http/answers/json-in-slices.ts';
import type { ApplicationCaller } from '../../http/caller.ts';
import { entityTag } from '../../http/requests/conditional.ts';
import type { Clock } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';
import type { OnLate } from '../../shared/shared-load.ts';
import { type AnswerCurrency, answerCurrency } from '../answer-currency.ts';
import { type CatalogVersions, readCatalogVersions } from '../catalog-versions.ts';
import type { StoredRate } from '../exchange-rate.ts';
import { distinctEans } from '../feed/ean-rules.ts';
import { keptAnswers } from './kept-answers.ts';
import { fingerprint, pageOf, placeInList } from './listing-page.ts';
import { asksWhole, type Condition, listing, type Question } from './listing-query.ts';
import { meantWords } from './meant-words.ts';
import { type FacetCounts, facetsInTables, shownFacets } from './read-facets.ts';
import { valueNames } from './value-names.ts';
import { hasParts } from '../part-statements.ts';
import { findBySlug } from '../product-store.ts';
import { listItems, productDetail } from './product-view.ts';
import { type CatalogReader, familyOf } from '../read-articles.ts';
import { facetsOnShelf } from '../shelf/facets-on-shelf.ts';
import { findOnShelf, type PartOfList } from '../shelf/find-on-shelf.ts';
import { type KeptShelves, keptShelves } from '../shelf/kept-shelves.ts';
import type { Shelf } from '../shelf/shelf.ts';

export type Answer = {
  readonly tag: string;
  readonly body: () => Promise<Uint8Array>;
  /** What it was made from, and until when time alone changes nothing of it. */
  readonly seen: readonly Witness[];
  readonly until: number;
};
export type ProductReader = {
  readonly list: (
    application: ApplicationCaller,
    query: ProductsQuery,
    currency: string | undefined,
  ) => Promise<Answer>;
  readonly product: (application: ApplicationCaller, slug: string, currency: string | undefined) => Promise<Answer>;
};

const KEPT_BYTES = 33_554_432;
const COMPANIES_KEPT = 1_000;

/** Encoded once: a text with a sign beyond Latin-1 in it would be encoded again for every answer. */
const bytesOf = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

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

/** Of a question what says which products are meant, and nothing of their order and pages. */
const narrowingIn = ({ page_id: _id, page_no: _no, page_size: _size, sort: _sort, ...rest }: ProductsQuery) => rest;

/** Rates change rarely: read once for each version of them. */
const keptRates = (catalog: CatalogReader) => {
  const kept = new Map<number, { readonly version: number; readonly rates: readonly StoredRate[] }>();
  return async (companyId: number, version: number): Promise<readonly StoredRate[]> => {
    const known = kept.get(companyId);
    if (known?.version === version) return known.rates;
    const rates = await catalog.rates(companyId);
    if (kept.size >= COMPANIES_KEPT) kept.clear();
    kept.set(companyId, { version, rates });
    return rates;
  };
};

type Moment = { readonly versions: CatalogVersions; readonly money: AnswerCurrency; readonly until: number };

export type ProductReaderOptions = {
  readonly onLate?: OnLate | undefined;
  /** Where lists are looked for first. */
  readonly shelves?: KeptShelves;
};

export const productReader = (
  db: Database,
  catalog: CatalogReader,
  now: Clock,
  { onLate, shelves = keptShelves(db, { onLate }) }: ProductReaderOptions = {},
): ProductReader => {
  const ratesOf = keptRates(catalog);
  const meant = meantWords(db, onLate);
  const named = valueNames(catalog);
  const totals = keptAnswers(KEPT_BYTES / 16, (question) => question, onLate);
  const tagOf = (question: string, version: string): string => {
    const [changes, ...rateIds] = JSON.parse(version) as [number, ...string[]];
    const [companyId, currency, asks] = JSON.parse(question) as [number, string, string];
    return entityTag(changes, companyId, currency, ...rateIds, asks);
  };
  const answers = keptAnswers(KEPT_BYTES, tagOf, onLate);

  const moment = async ({ companyId, settings }: ApplicationCaller, asked: string | undefined): Promise<Moment> => {
    const versions = await readCatalogVersions(db, companyId);
    const rates = await ratesOf(companyId, versions.rate);
    const at = now();
    const later = rates.filter(({ validFrom }) => validFrom > at).map(({ validFrom }) => validFrom);
    return { versions, money: answerCurrency(settings, asked, rates, at), until: Math.min(Infinity, ...later) };
  };
  /** Everything the answer depends on. */
  const answerTo = ({ companyId }: ApplicationCaller, { versions, money }: Moment, asks: unknown) => {
    const version = versions.product + versions.article + versions.rate;
    const rateIds = money.rates.map(({ id }) => id);
    return answers(
      JSON.stringify([companyId, money.currency, JSON.stringify(asks)]),
      JSON.stringify([version, ...rateIds]),
    );
  };

  /** What is counted for a list holds for all its pages. */
  const countedOnce = async <T>(
    { product, article, rate }: CatalogVersions,
    what: unknown,
    count: () => Promise<T>,
  ): Promise<T> => {
    const { body } = totals(JSON.stringify(what), JSON.stringify([product, article, rate]));
    return JSON.parse(Buffer.from(await body(async () => bytesOf(await count()))).toString()) as T;
  };
  const inTables = async (versions: CatalogVersions, asked: Question, part: PartOfList) => {
    const { page, count } = listing(asked);
    const found = await scanned<{ uid: number }>(db, page(part.limit, part.offset));
    const totalOf = async () => (await scanned<{ total: number }>(db, count))[0]?.total ?? 0;
    return { uids: found.map(({ uid }) => uid), total: await countedOnce(versions, count, totalOf) };
  };
  const facetsOf = (versions: CatalogVersions, asked: Question, shelf: Shelf | undefined): Promise<FacetCounts> =>
    countedOnce(versions, { ...asked, query: narrowingIn(asked.query) }, () =>
      shelf === undefined ? facetsInTables((count) => scanned(db, count), asked) : facetsOnShelf(shelf, asked),
    );

  const listBody = async (
    { companyId }: ApplicationCaller,
    query: ProductsQuery,
    { versions, money }: Moment,
  ): Promise<Uint8Array> => {
    const { page_id: _id, page_no: _no, ...question } = query;
    const asks = fingerprint(question);
    const place = placeInList(query, asks);
    const eans = eansIn(query);
    const places = eans === undefined ? undefined : [...(await catalog.byEan(companyId, eans)).values()].flat();
    const itemIds = places && [...new Set(places.map(({ itemId }) => itemId))];
    const { words, corrections } = await meant(companyId, versions.product, query.q ?? '');
    const shelf = await shelves.at(companyId, versions);
    const asksTables = shelf === undefined && (asksWhole(query) || query.filters === true);
    const bundles = asksTables && (await hasParts(db, companyId));
    const asked = { companyId, query, currency: money.currency, rates: money.rates, words, itemIds, bundles };
    const part = { limit: place.size, offset: (place.number - 1) * place.size };
    const { uids, total } = await (shelf === undefined
      ? inTables(versions, asked, part)
      : findOnShelf(shelf, asked, part));
    const items = await catalog.items(companyId, uids);
    const listed = uids.flatMap((uid) => items.get(uid) ?? []);
    const family = await familyOf(catalog, companyId, listed);
    const shown = await listItems(listed, money, family);
    const page = pageOf(place, shown.length, total, asks);
    const filtersOf = async () =>
      shownFacets(
        await facetsOf(versions, asked, shelf),
        (values) => named(companyId, versions.product, values),
        asked,
      );
    const filters = query.filters === true ? await filtersOf() : undefined;
    return jsonInSlices({
      items: shown,
      page,
      ...(filters === undefined ? {} : { filters }),
      ...(corrections.length === 0 ? {} : { corrections }),
    } satisfies ProductList);
  };

  const productBody = async (
    { companyId }: ApplicationCaller,
    slug: string,
    money: AnswerCurrency,
  ): Promise<Uint8Array> => {
    const uid = await findBySlug(db, companyId, slug);
    const item = uid === undefined ? undefined : (await catalog.items(companyId, [uid])).get(uid);
    if (item === undefined || !item.product.isActive) throw new Refusal('product_not_found');
    const sellerIds = item.articles.map(({ sellerId }) => sellerId);
    const sellers = await catalog.sellers(companyId, sellerIds);
    const family = await familyOf(catalog, companyId, [item]);
    return jsonInSlices(await productDetail(item, money, sellers, family));
  };

  return {
    list: async (application, query, asked) => {
      const at = await moment(application, asked);
      const { tag, body } = answerTo(application, at, query);
      return {
        tag,
        body: () => body(() => listBody(application, query, at)),
        seen: [at.versions.seen],
        until: at.until,
      };
    },
    product: async (application, slug, asked) => {
      const at = await moment(application, asked);
      const { tag, body } = answerTo(application, at, slug);
      const made = () => productBody(application, slug, at.money);
      return { tag, body: () => body(made), seen: [at.versions.seen], until: at.until };
    },
  };
};
