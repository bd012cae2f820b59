/** One product: its pictures, what it costs in the chosen size, when it arrives, and into the cart with it. */
import { useEffect } from 'preact/hooks';
import type { ProductDetail } from '../../src/contract/catalog/catalog-contract.ts';
import { Facts } from '../ui/facts.tsx';
import { Failure } from '../ui/states.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import { useValue } from '../ui/value.ts';
import { CallProblem } from './call.ts';
import { productKey, readProduct } from './catalog.ts';
import { tell } from './events.ts';
import { ProductOffers } from './offer-list.tsx';
import { Picture } from './product-card.tsx';
import { offerOf, Purchase } from './purchase.tsx';
import { Link, productPath } from './route.tsx';
import { chosenCurrency, consentAnswer, shop } from './shop.ts';
import { Missing } from './nothing-here.tsx';
import { named, words } from './words.ts';

type ProductProps = { readonly product: ProductDetail };

const Crumbs = ({ product }: ProductProps) => {
  const path = product.category_hierarchy[0];
  return (
    <nav class="crumbs" aria-label={words.product.crumbs}>
      <Link to="/">{words.listing.everything}</Link>
      {path !== undefined &&
        [path.l1, path.l2, path.l3].map(({ uid, name }) => (
          <Link key={uid} to={`/?category=${uid}`}>
            {named(name)}
          </Link>
        ))}
    </nav>
  );
};

const plain = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(plain).join(', ');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? `${value}` : '';
};

const ProductFacts = ({ product }: ProductProps) => (
  <Facts
    of={[
      ...Object.entries(product.attributes).map(([name, value]) => [named(name), named(plain(value))] as const),
      [words.product.origin, named(product.country_of_origin)],
      [words.product.code, product.item_code],
    ]}
  />
);

const Parts = ({ product }: ProductProps) => (
  <section class="about">
    <h2>{words.product.inThis(product.type)}</h2>
    <ul class="parts">
      {product.children.map(({ item_id: id, slug, name, quantity }) => (
        <li key={id}>
          <Link to={productPath(slug)}>{name}</Link> {quantity > 1 && <span class="soft">× {quantity}</span>}
        </li>
      ))}
    </ul>
  </section>
);

const Shown = ({ product }: ProductProps) => (
  <article class="product">
    <div class="gallery" role="group" aria-label={words.product.pictures} tabIndex={0}>
      {product.medias.length === 0 && <Picture url={undefined} alt="" />}
      {product.medias.map(({ url, alt }, at) => (
        <Picture key={url} url={url} alt={alt} eager={at === 0} />
      ))}
    </div>
    <div class="details">
      <Crumbs product={product} />
      <Link class="brand" to={`/?brand=${product.brand.uid}`}>
        {product.brand.name}
      </Link>
      <h1>{product.name}</h1>
      <Purchase product={product} />
      <ProductOffers slug={product.slug} />
      {product.children.length > 0 && <Parts product={product} />}
    </div>
    <section class="about">
      <h2>{words.product.about}</h2>
      {(product.description || product.short_description) !== '' && (
        <p>{product.description || product.short_description}</p>
      )}
      <ProductFacts product={product} />
    </section>
  </article>
);

const Waiting = () => (
  <div class="product" aria-hidden="true">
    <div class="gallery">
      <span class="picture shimmer" />
      <span class="picture shimmer" />
    </div>
    <div class="details">
      {['short', '', 'tall', 'short', '', 'tall'].map((kind, at) => (
        <span key={at} class={`bone ${kind}`} />
      ))}
    </div>
  </div>
);

/** Where the first size cannot be had: what the product costs at least. */
const lowestOf = ({ price }: ProductDetail) =>
  price && {
    effective: price.effective.min,
    marked: price.marked.min,
    currency_code: price.effective.currency_code,
  };

export const ProductPage = ({ slug }: { readonly slug: string }) => {
  useValue(chosenCurrency);
  const { answer, problem, again } = useAnswer(productKey(slug), () => readProduct(slug));
  const answered = useValue(consentAnswer);
  const name = answer?.name;
  useEffect(() => {
    document.title = name === undefined ? shop.name : `${name} · ${shop.name}`;
  }, [name]);
  useEffect(() => {
    const prices = answer && (offerOf(answer.sizes[0]) ?? lowestOf(answer));
    if (prices) tell(({ productView }, { viewFields }) => productView(viewFields(answer, prices)));
  }, [answer?.uid, answered]);
  if (problem instanceof CallProblem && problem.status === 404) return <Missing what="product" />;
  if (problem !== undefined) return <Failure whole title={words.product.failed} problem={problem} again={again} />;
  return answer === undefined ? <Waiting /> : <Shown product={answer} />;
};
