/** What search engines are told: which pages are for them, and where each product is. Read again when a product changes. */
import { readCatalogVersions } from '../catalog/catalog-versions.ts';
import type { Database } from '../db/database.ts';

/** A list may have 50,000 entries. */
const PRODUCTS_LISTED = 20_000;

export type SiteMap = {
  readonly robots: (publicUrl: string) => string;
  /** How many lists there are. */
  readonly index: (publicUrl: string, companyId: number) => Promise<string>;
  readonly list: (publicUrl: string, companyId: number, number: number) => Promise<string | undefined>;
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

type KeptSlugs = { readonly of: string; readonly slugs: readonly string[] };

export const siteMap = (db: Database): SiteMap => {
  let kept: KeptSlugs | undefined;
  const slugsOf = async (companyId: number): Promise<readonly string[]> => {
    const { product } = await readCatalogVersions(db, companyId);
    const of = `${companyId}/${product}`;
    if (kept?.of === of) return kept.slugs;
    const slugs: string[] = [];
    const sql = 'select slug from product where company_id = ? and is_active = 1 order by uid';
    for await (const rows of db.scan<{ readonly slug: string }>(sql, [companyId])) {
      slugs.push(...rows.map(({ slug }) => slug));
    }
    kept = { of, slugs };
    return slugs;
  };
  return {
    robots: (publicUrl) => {
      const { pathname } = new URL(publicUrl);
      const base = pathname.replace(/\/$/, '');
      const closed = forNobody.map((path) => `Disallow: ${base}${path}\n`).join('');
      return `User-agent: *\n${closed}\nSitemap: ${publicUrl}/sitemap.xml\n`;
    },
    index: async (publicUrl, companyId) => {
      const lists = Math.max(1, Math.ceil((await slugsOf(companyId)).length / PRODUCTS_LISTED));
      const all = Array.from({ length: lists }, (_, at) => entry('sitemap', `${publicUrl}/sitemap/${at + 1}.xml`));
      return `${head}<sitemapindex ${names}>\n${all.join('')}</sitemapindex>\n`;
    },
    list: async (publicUrl, companyId, number) => {
      const slugs = await slugsOf(companyId);
      const from = (number - 1) * PRODUCTS_LISTED;
      if (number > 1 && from >= slugs.length) return undefined;
      const products = slugs.slice(from, from + PRODUCTS_LISTED);
      const all = products.map((slug) => entry('url', `${publicUrl}/product/${encodeURIComponent(slug)}`));
      const first = number === 1 ? entry('url', `${publicUrl}/`) : '';
      return `${head}<urlset ${names}>\n${first}${all.join('')}</urlset>\n`;
    },
  };
};
