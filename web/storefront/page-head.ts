/** What a page says of itself to search engines and to whoever is sent its link. Pure, but for the shop it is of. */
import type { ProductDetail, ProductList } from '../../src/contract/catalog/catalog-contract.ts';
import type { PageHead } from '../../src/contract/catalog/storefront-contract.ts';
import { productPath } from './route.tsx';
import { shop } from './shop.ts';

const MOST_LETTERS = 200;
const publicAddress = (path: string): string => `${shop.public_url}${path}`;
const context = 'https://schema.org';

export const productHead = (product: ProductDetail): PageHead => {
  const { name, description, short_description: short, medias, price, sellable, brand, item_code: code } = product;
  const url = publicAddress(productPath(product.slug));
  const pictures = medias.map((media) => media.url);
  const text = short || description || `${name}, ${brand.name}`;
  return {
    title: `${name} · ${shop.name}`,
    description: text.slice(0, MOST_LETTERS),
    canonical: url,
    picture: pictures[0] ?? '',
    data: {
      '@context': context,
      '@type': 'Product',
      name,
      description: description || text,
      ...(pictures.length === 0 ? {} : { image: pictures }),
      brand: { '@type': 'Brand', name: brand.name },
      ...(code ? { sku: code } : {}),
      ...(price === null
        ? {}
        : {
            offers: {
              '@type': 'AggregateOffer',
              lowPrice: price.effective.min,
              highPrice: price.effective.max,
              priceCurrency: price.effective.currency_code,
              offerCount: product.sizes.length,
              availability: `${context}/${sellable ? 'InStock' : 'OutOfStock'}`,
              url,
            },
          }),
    },
  };
};

export const listingHead = ({ items }: ProductList, title: string, path: string): PageHead => ({
  title: title === '' ? shop.name : `${title} · ${shop.name}`,
  description: [title || shop.name, ...items.slice(0, 5).map(({ name }) => name)].join(', ').slice(0, MOST_LETTERS),
  canonical: publicAddress(path),
  picture: items[0]?.medias[0]?.url ?? '',
  data: {
    '@context': context,
    '@type': 'ItemList',
    itemListElement: items.map(({ name, slug }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      url: publicAddress(productPath(slug)),
    })),
  },
});
