/** Items as rows of the catalogue's feeds: a product each, and an article for every size in every store that keeps it. Pure. */
import type { ArticleRow, ProductRow } from '../contract/catalog/catalog-feed-contract.ts';
import { departmentOf, pathOf } from './category-tree.ts';
import type { Item } from './item.ts';
import { picturesPerItem } from './pictures/draw-picture.ts';
import { demoStores } from './places.ts';
import { type Random, seeded } from './random.ts';
import type { Category, SizeChart } from './range/category.ts';
import { ownEntry } from '../shared/own-entry.ts';

export type Size = { readonly value: string; readonly display: string };
const same = (...values: readonly string[]): readonly Size[] => values.map((value) => ({ value, display: value }));
export const sizeCharts: Readonly<Record<SizeChart, readonly Size[]>> = {
  clothes: same('XS', 'S', 'M', 'L', 'XL'),
  waist: same('28', '30', '32', '34', '36'),
  shoes: ['6', '7', '8', '9', '10'].map((value) => ({ value, display: `UK ${value}` })),
  bed: [
    { value: 'SINGLE', display: 'Single' },
    { value: 'QUEEN', display: 'Queen' },
    { value: 'KING', display: 'King' },
  ],
  bottle: [
    { value: '30ML', display: '30 ml' },
    { value: '50ML', display: '50 ml' },
  ],
  paper: same('A6', 'A5'),
  one: [{ value: 'OS', display: 'One size' }],
};
/** Larger beds and bottles cost more, in the order of the chart. */
const sizeFactor: Readonly<Partial<Record<SizeChart, readonly number[]>>> = {
  bed: [1, 1.25, 1.5],
  bottle: [1, 1.5],
  paper: [1, 1.3],
};
export const sizesOf = ({ sizes }: Pick<Category, 'sizes'>): readonly Size[] => sizeCharts[sizes];

/** A number from the range that GS1 leaves to shops themselves, so that it is nobody's product. */
export const eanOf = (uid: number, size: number): string => {
  const digits = `2000${String(uid * 20 + size).padStart(8, '0')}`;
  const sum = digits.split('').reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
};

export const imagesOf = (slug: string, name: string): NonNullable<ProductRow['images']> =>
  Array.from({ length: picturesPerItem }, (_, at) => ({
    url: `/demo/images/${slug}-${at + 1}.svg`,
    aspect_ratio: '16:25',
    alt: at === 0 ? name : `${name}, in detail`,
  }));

const isNew = ({ at }: Item): boolean => at % 6 === 1;
const off = ({ mrp, price }: Item): number => Math.floor(100 * (1 - price / mrp));
const madeToOrder = ({ category, at }: Item): boolean => category.madeInDays !== undefined && at % 3 === 2;

/** What is taken off stands beside the price already. */
const teaserOf = (item: Item): NonNullable<ProductRow['teaser_tag']> | null => (isNew(item) ? { tag: 'New' } : null);

const tagsOf = (item: Item): string[] => [
  ...(isNew(item) ? ['new-arrival'] : []),
  ...(off(item) >= 30 ? ['sale'] : []),
  ...(item.at % 5 === 0 ? ['bestseller'] : []),
  ...(item.brand.slug === 'clayloft' || madeToOrder(item) ? ['handcrafted'] : []),
];

/** What a material is called where it is none. */
const madeOf: Readonly<Record<string, string>> = { Beauty: 'Key ingredients', Electronics: 'Features' };

export const productRow = (item: Item): ProductRow => {
  const { uid, slug, name, brand, category } = item;
  return {
    uid,
    slug,
    name,
    item_code: `${brand.slug.slice(0, 3).toUpperCase()}-${uid}`,
    type: 'product',
    brand: { uid: brand.uid, name: brand.name, logo: `/demo/brands/${brand.slug}.svg` },
    category_hierarchy: [pathOf(category)],
    departments: [departmentOf(category)],
    tags: tagsOf(item),
    attributes: {
      [ownEntry(madeOf, category.l1) ?? 'Material']: item.material,
      Colour: item.colour,
      Pattern: item.pattern,
      Care: category.care,
    },
    images: imagesOf(slug, item.picture.title),
    teaser_tag: teaserOf(item),
    sizes: sizesOf(category).map((size, at) => ({ ...size, ean: eanOf(uid, at) })),
    short_description: item.text,
    description: item.text,
    country_of_origin: 'India',
    _custom_json: madeToOrder(item) ? { made_by_hand: true } : {},
  };
};

const gstOf = ({ gst }: Category, price: number): number => {
  if (typeof gst === 'number') return gst;
  const [limit, upTo, above] = gst;
  return price <= limit ? upTo : above;
};

type Asked = { readonly marked: number; readonly effective: number };

/** Every third seller is a little cheaper or dearer; nobody asks more than the MRP. */
const askedBy = (sellerId: number, item: Item, factor: number): Asked => {
  const marked = Math.round(item.mrp * factor);
  const step = item.price > 500 ? 10 : 1;
  const differs = (item.uid + sellerId) % 3 === 0 ? step * (sellerId - 2) : 0;
  return { marked, effective: Math.min(marked, Math.round(item.price * factor) + differs) };
};

/** What some goods cost abroad: a round number a little above what the exchange rate would make of it. */
const priceAbroad = ({ marked, effective }: Asked, code: string, rate: number, step: number) => {
  const round = (amount: number): number => Math.ceil((amount * rate) / step) * step;
  return { currency_code: code, marked: round(marked), effective: round(effective) };
};

const pricesOf = (item: Item, asked: Asked): ArticleRow['prices'] => {
  const { category } = item;
  const wholesale = category.wholesale;
  return [
    { currency_code: 'INR', ...asked },
    ...(category.l1 === 'Electronics' ? [priceAbroad(asked, 'USD', 1 / 75, 1)] : []),
    ...(category.l1 === 'Beauty' ? [priceAbroad(asked, 'JPY', 1.9, 10)] : []),
    ...(wholesale === undefined
      ? []
      : [
          {
            currency_code: 'INR',
            marked: asked.marked,
            effective: Math.round(asked.effective * wholesale),
            price_list: 'wholesale',
          },
        ]),
  ];
};

/** Most sizes are on the shelf, some are nearly gone, a few are sold out; one item in forty is sold out altogether. */
const stockOf = (item: Item, random: Random): number => {
  if (item.uid % 40 === 7 || random.chance(0.1)) return 0;
  return random.chance(0.15) ? random.between(1, 3) : random.between(6, 90);
};

/** Two to four of the stores, never the same two for neighbours. */
const keptBy = (item: Item): (typeof demoStores)[number][] => {
  const count = 2 + (item.uid % 3);
  const step = item.uid % 2 === 0 ? 1 : 5; // both go once round the six before they repeat
  return Array.from(
    { length: count },
    (_, at) => demoStores[(item.uid + at * step) % demoStores.length] ?? demoStores[0],
  );
};

export const articleRows = (item: Item): readonly ArticleRow[] => {
  const { uid, category } = item;
  const random = seeded(`${item.slug}/stock`);
  const factors = sizeFactor[category.sizes] ?? [];
  return keptBy(item).flatMap((store) =>
    sizesOf(category).map((size, at): ArticleRow => {
      const asked = askedBy(store.sellerId, item, factors[at] ?? 1);
      const sku = `${uid}-${size.value}`;
      return {
        uid: `${uid}-${size.value}-${store.uid}`,
        item_id: uid,
        size: size.value,
        store_id: store.uid,
        seller_id: store.sellerId,
        seller_identifier: `${store.code}-${sku}`,
        quantity: stockOf(item, random),
        prices: pricesOf(item, asked),
        gst_rate: gstOf(category, asked.effective),
        hsn_code: category.hsn,
        identifiers: { ean: eanOf(uid, at), sku },
        variants: { color: item.colour },
        meta: { shelf: `${store.code}-${uid % 40}` },
        ...(category.moq === undefined ? {} : { moq: category.moq }),
        ...(category.gift === undefined ? {} : { is_gift_visible: true, gift_price: category.gift }),
        ...(madeToOrder(item) && category.madeInDays !== undefined
          ? {
              custom_order: {
                is_custom_order: true,
                ...(item.at % 2 === 0
                  ? { manufacturing_time: category.madeInDays, manufacturing_time_unit: 'days' as const }
                  : { manufacturing_time: category.madeInDays * 24, manufacturing_time_unit: 'hours' as const }),
              },
              tags: ['made-to-order'],
            }
          : {}),
      };
    }),
  );
};
