/**
 * What search engines are told: which pages are for them, and where each product is. Where each list of products begins is found by
 * going through the catalogue, at most once in ten minutes and once for all who ask meanwhile; a list is read by its key and kept.
 */
import { readCatalogVersions } from '../catalog/catalog-versions.ts';
import type { Database } from '../db/database.ts';
import { inPortions } from '../db/portions.ts';
import type { Stopwatch } from '../shared/clock.ts';
import { LOAD_DEADLINE_MS, type OnLate, sharedLoads } from '../shared/shared-load.ts';
import { nextTurn } from '../shared/slices.ts';

/** A list may have 50,000 entries: as many as come to lie between two of these beginnings until they are found anew. */
const PRODUCTS_LISTED = 5_000;
const MOST_LISTED = 49_999;
const ENTRIES_A_TURN = 500;
const AGE_MS = 600_000;
/** About 500 kB each. */
const LISTS_KEPT = 20;

export type SiteMap = {
  readonly robots: (publicUrl: string) => string;
  /** How many lists there are. */
  readonly index: (publicUrl: string, companyId: number) => Promise<string>;
  readonly list: (publicUrl: string, companyId: number, number: number) => Promise<string | undefined>;
};
export type SiteMapOptions = {
  readonly db: Database;
  readonly stopwatch: Stopwatch;
  readonly onLate?: OnLate | undefined;
  readonly productsListed?: number;
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const entry = (kind: 'url' | 'sitemap', address: string): string =>
  `<${kind}><loc>${escaped(address)}</loc></${kind}>\n`;

/** Nothing that is somebody's own, and no answers of the interface. */
const forNobody = [
  '/cart',
  '/checkout',
  '/account',
  '/orders',
  '/sign-in',
  '/demo-payment',
  '/shared-cart/',
  '/service/',
  '/console',
];

/** `begins`: the first product of each list. */
type Outline = {
  readonly companyId: number;
  readonly version: number;
  readonly madeAt: number;
  readonly begins: readonly number[];
};

export const siteMap = ({ db, stopwatch, onLate, productsListed = PRODUCTS_LISTED }: SiteMapOptions): SiteMap => {
  const outlines = sharedLoads<Outline>({ what: 'site map', deadlineMs: LOAD_DEADLINE_MS, onLate });
  const texts = sharedLoads<string>({ what: 'list of the site map', deadlineMs: LOAD_DEADLINE_MS, onLate });
  const kept = new Map<string, string>();
  let known: Outline | undefined;

  const findBegins = async (companyId: number): Promise<Outline> => {
    const madeAt = stopwatch.ms();
    const { product: version } = await readCatalogVersions(db, companyId);
    if (known?.companyId === companyId && known.version === version) return (known = { ...known, madeAt });
    const begins: number[] = [];
    let passed = 0;
    const sql = 'select uid from product where company_id = ? and is_active = 1 order by uid';
    for await (const rows of db.scan<{ readonly uid: number }>(sql, [companyId])) {
      for (
        let at = (productsListed - (passed % productsListed)) % productsListed;
        at < rows.length;
        at += productsListed
      ) {
        begins.push(rows[at]?.uid ?? 0);
      }
      passed += rows.length;
    }
    kept.clear();
    return (known = { companyId, version, madeAt, begins });
  };
  const outlineOf = (companyId: number): Promise<Outline> => {
    const isFresh = known?.companyId === companyId && stopwatch.ms() - known.madeAt < AGE_MS;
    return isFresh && known !== undefined
      ? Promise.resolve(known)
      : outlines(String(companyId), () => findBegins(companyId));
  };

  const listText = async (publicUrl: string, { companyId, begins }: Outline, number: number): Promise<string> => {
    const ends = begins[number] ?? Number.MAX_SAFE_INTEGER;
    const portions = inPortions<{ readonly uid: number; readonly slug: string }>(ENTRIES_A_TURN, async (after) => {
      await nextTurn();
      const from = after === undefined ? (begins[number - 1] ?? 0) : after.uid + 1;
      const sql = `select uid, slug from product where company_id = ? and uid >= ? and uid < ? and is_active = 1
        order by uid limit ${ENTRIES_A_TURN}`;
      return db.all(sql, [companyId, from, ends]);
    });
    const all = number === 1 ? [entry('url', `${publicUrl}/`)] : [];
    for await (const products of portions) {
      for (const { slug } of products) all.push(entry('url', `${publicUrl}/product/${encodeURIComponent(slug)}`));
      if (all.length >= MOST_LISTED) break;
    }
    return `${head}<urlset ${names}>\n${all.slice(0, MOST_LISTED + 1).join('')}</urlset>\n`;
  };

  return {
    robots: (publicUrl) => {
      const { pathname } = new URL(publicUrl);
      const base = pathname.replace(/\/$/, '');
      const closed = forNobody.map((path) => `Disallow: ${base}${path}\n`).join('');
      return `User-agent: *\n${closed}\nSitemap: ${publicUrl}/sitemap.xml\n`;
    },
    index: async (publicUrl, companyId) => {
      const { begins } = await outlineOf(companyId);
      const lists = Math.max(1, begins.length);
      const all = Array.from({ length: lists }, (_, at) => entry('sitemap', `${publicUrl}/sitemap/${at + 1}.xml`));
      return `${head}<sitemapindex ${names}>\n${all.join('')}</sitemapindex>\n`;
    },
    list: async (publicUrl, companyId, number) => {
      const outline = await outlineOf(companyId);
      if (number > Math.max(1, outline.begins.length)) return undefined;
      const name = `${companyId}/${outline.version}/${number}`;
      return (
        kept.get(name) ??
        texts(name, async () => {
          const text = await listText(publicUrl, outline, number);
          if (kept.size >= LISTS_KEPT) kept.delete(kept.keys().next().value ?? '');
          kept.set(name, text);
          return text;
        })
      );
    },
  };
};
