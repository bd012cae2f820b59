/** The one page of the storefront. It holds no inline script and no inline style: what it runs comes from this node only. */
import type { StorefrontShop } from '../contract/catalog/storefront-contract.ts';
import { embeddedJson, html, ownFilesPolicy, pageFrame } from '../http/pages/page.ts';
import type { WebBundle } from '../http/pages/web-bundle.ts';

/** Where the bundle is served, below the public path. */
export const assetPath = '/storefront';

export const storefrontHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-cache',
  'content-security-policy': ownFilesPolicy,
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
};

export const storefrontPage = (shop: StorefrontShop, { script, style }: WebBundle): string => {
  const asset = (name: string): string => `${shop.base}${assetPath}/${name}`;
  const head = html`<link rel="stylesheet" href="${asset(style.name)}">
<script type="application/json" id="shop">${{ markup: embeddedJson(shop) }}</script>
<script type="module" src="${asset(script.name)}"></script>
`;
  const body = html`<div id="storefront"></div>
<noscript><p class="notice">This shop needs JavaScript. <a href="${shop.base}/welcome">About this installation</a></p></noscript>
`;
  return pageFrame(shop.name, head, body);
};
