/** A product in a list: its picture, what it is, what it costs. */
import type { ProductListItem } from '../../src/contract/catalog/catalog-contract.ts';
import { money } from '../ui/money.ts';
import { Link, productPath } from './route.tsx';
import { Icon } from '../ui/icon.tsx';
import { addressOf } from './shop.ts';
import { named, words } from './words.ts';

type PictureProps = { readonly url: string | undefined; readonly alt: string; readonly eager?: boolean };

/** Keeps its place before it has loaded: width to height as 16 to 25. */
export const Picture = ({ url, alt, eager = false }: PictureProps) => (
  <span class="picture">
    {url === undefined ? (
      <Icon name="wheel" />
    ) : (
      <img
        src={addressOf(url)}
        alt={alt}
        width={800}
        height={1250}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
      />
    )}
  </span>
);

type PriceProps = {
  readonly effective: number;
  readonly marked: number;
  readonly currency: string;
  readonly discount: string;
  readonly from?: boolean;
};

export const Price = ({ effective, marked, currency, discount, from = false }: PriceProps) => (
  <span class="price">
    <span class="now">
      {from && <span class="soft">{words.listing.from}</span>}
      {money(effective, currency)}
    </span>
    {marked > effective && (
      <s>
        <span class="unseen">{words.listing.insteadOf}</span>
        {money(marked, currency)}
      </s>
    )}
    {discount !== '' && <span class="off">{words.listing.off(discount.split('%')[0] ?? '')}</span>}
  </span>
);

const teaser = ({ teaser_tag: tag, sellable }: ProductListItem): string => {
  if (!sellable) return words.listing.soldOut;
  const { tag: text }: { readonly tag?: unknown } = tag ?? {};
  return typeof text === 'string' ? named(text) : '';
};

export const ProductCard = ({ item, eager }: { readonly item: ProductListItem; readonly eager: boolean }) => {
  const { slug, name, brand, medias, price, discount, sellable } = item;
  const mark = teaser(item);
  return (
    <li class={sellable ? 'card' : 'card gone'}>
      <Link to={productPath(slug)}>
        <Picture url={medias[0]?.url} alt="" eager={eager} />
        {mark !== '' && <span class="mark">{mark}</span>}
        <span class="brand">{brand.name}</span>
        <span class="title">{name}</span>
        {price !== null && (
          <Price
            effective={price.effective.min}
            marked={price.marked.min}
            currency={price.effective.currency_code}
            discount={discount}
            from={price.effective.max > price.effective.min}
          />
        )}
      </Link>
    </li>
  );
};

export const CardSkeleton = () => (
  <li class="card" aria-hidden="true">
    <span class="picture shimmer" />
    <span class="bone short" />
    <span class="bone" />
    <span class="bone short" />
  </li>
);
