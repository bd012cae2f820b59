/** The one page of the storefront. It holds no inline script and no inline style: what it runs comes from this node only. */
import type { OwnWords, PageHead, StorefrontShop } from '../contract/catalog/storefront-contract.ts';
import { embeddedJson, type Html, html, ownFilesHeaders, pageFrame } from '../http/pages/page.ts';
import type { WebBundle } from '../http/pages/web-bundle.ts';
import type { PageState } from './drawing-room.ts';

/** Where the bundle is served, below the public path. */
export const assetPath = '/storefront';

export const storefrontHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-cache',
  ...ownFilesHeaders,
};

/** What the node drew and from what; without a body the browser draws it. */
export type PageDrawn = {
  readonly state: PageState;
  readonly body?: string;
  readonly head?: PageHead | null;
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly own: OwnWords;
};

const data = (type: string, id: string, value: unknown): Html => ({
  markup: `<script type="${type}" id="${id}">${embeddedJson(value)}</script>\n`,
});

/** A page that the node did not draw has nothing for search engines. */
const unread = html`<meta name="robots" content="noindex">\n`;

const headOf = ({
  title,
  description,
  canonical,
  picture,
  data: said,
}: PageHead): Html => html`<meta name="description" content="${description}">
<link rel="canonical" href="${canonical}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${canonical}">
${picture === '' ? '' : html`<meta property="og:image" content="${picture}">\n`}${data('application/ld+json', 'structured', said)}`;

/** What the script imports is on its way before it says so; the other pages' part, where none was drawn and one of them is meant. */
const ahead = ({ atOnce, later }: WebBundle, isDrawn: boolean, asset: (name: string) => string): readonly Html[] =>
  [...atOnce, ...(isDrawn ? [] : later)].map(({ name }) => html`<link rel="modulepreload" href="${asset(name)}">\n`);

export const storefrontPage = (shop: StorefrontShop, bundle: WebBundle, drawn: PageDrawn): string => {
  const { script, style } = bundle;
  const { state, body = '', head, answers, own } = drawn;
  const asset = (name: string): string => `${shop.base}${assetPath}/${name}`;
  const inside = html`${head ? headOf(head) : unread}<link rel="stylesheet" href="${asset(style.name)}">
${ahead(bundle, body !== '', asset)}${data('application/json', 'shop', shop)}${own.length > 0 ? data('application/json', 'own', own) : ''}${answers && data('application/json', 'drawn', { ...state, answers })}<script type="module" src="${asset(script.name)}"></script>
`;
  const page = html`<div id="storefront">${{ markup: body }}</div>
<noscript><p class="notice">This shop needs JavaScript. <a href="${shop.base}/welcome">About this installation</a></p></noscript>
`;
  return pageFrame(head?.title ?? shop.name, inside, page, state.language);
};
