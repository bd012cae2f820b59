/**
 * Sets, which are sold as one thing, and boxes: bundles whose parts join the cart as lines of their own beside the box. Pure.
 */
import type { ArticleRow, ProductRow } from '../contract/catalog/catalog-feed-contract.ts';
import { departmentOf, pathOf } from './category-tree.ts';
import type { Item } from './item.ts';
import { slugOf } from './make-items.ts';
import { eanOf, imagesOf, sizesOf } from './make-rows.ts';
import type { DrawingName } from './pictures/drawings.ts';
import type { PictureSubject } from './pictures/draw-picture.ts';
import { demoStores } from './places.ts';

type Part = readonly [drawing: DrawingName, at: number, quantity?: number];
type Plan = {
  readonly type: 'set' | 'bundle';
  readonly name: string;
  readonly text: string;
  readonly parts: readonly [Part, Part];
};

const plans: readonly Plan[] = [
  {
    type: 'set',
    name: 'Breakfast for Two Set',
    text: 'Two stoneware mugs and the kettle that fills them, at less than the three would cost alone.',
    parts: [
      ['kettle', 1],
      ['mug', 0, 2],
    ],
  },
  {
    type: 'set',
    name: 'Sofa Corner Set',
    text: 'Three cushions that were made to lean on each other.',
    parts: [
      ['cushion', 0, 2],
      ['cushion', 1],
    ],
  },
  {
    type: 'set',
    name: 'Table for Two Set',
    text: 'A pair of dining chairs, matched by hand for grain and height.',
    parts: [
      ['chair', 0],
      ['chair', 3],
    ],
  },
  {
    type: 'set',
    name: 'Three Notebooks Set',
    text: 'One for work, one for home, one for what you are really thinking about.',
    parts: [
      ['notebook', 0, 2],
      ['notebook', 1],
    ],
  },
  {
    type: 'set',
    name: 'Morning and Night Set',
    text: 'A day cream and a night serum that know about each other.',
    parts: [
      ['serum', 1],
      ['cream', 0],
    ],
  },
  {
    type: 'set',
    name: 'Window Sill Set',
    text: 'A planter and a vase in glazes that agree.',
    parts: [
      ['plantPot', 0],
      ['vase', 0],
    ],
  },
  {
    type: 'bundle',
    name: 'Evening In Gift Box',
    text: 'A lidded box, tissue and a card. The candle and the hand balm travel with it.',
    parts: [
      ['candle', 0],
      ['cream', 1],
    ],
  },
  {
    type: 'bundle',
    name: 'New Desk Box',
    text: 'A box for a first day: the keyboard and a notebook come along, the courage is your own.',
    parts: [
      ['keyboard', 0],
      ['notebook', 3],
    ],
  },
  {
    type: 'bundle',
    name: 'Long Commute Box',
    text: 'Pack and headphones in one parcel, with a felt sleeve that comes only in this box.',
    parts: [
      ['backpack', 0],
      ['headphones', 0],
    ],
  },
  {
    type: 'bundle',
    name: 'Weekend Away Box',
    text: 'Tote, sunglasses and a printed list of things people forget.',
    parts: [
      ['tote', 0],
      ['sunglasses', 0],
    ],
  },
  {
    type: 'bundle',
    name: 'House-Warming Box',
    text: 'A lamp and a vase, wrapped to be carried to the party by two hands.',
    parts: [
      ['lamp', 0],
      ['vase', 1],
    ],
  },
  {
    type: 'bundle',
    name: 'Quiet Celebration Box',
    text: 'Perfume and a watch in a box with a ribbon, for people who dislike fuss.',
    parts: [
      ['perfume', 0],
      ['watch', 0],
    ],
  },
];

export type DemoSet = {
  readonly product: ProductRow;
  readonly articles: readonly ArticleRow[];
  readonly picture: PictureSubject;
};

const FIRST_UID = 20_001;
export const setUids: readonly number[] = plans.map((_, index) => FIRST_UID + index);
const BOX_PRICE = 249;
const SET_FACTOR = 0.85;

const found = (items: readonly Item[], [drawing, at]: Part): Item => {
  const item = items.find((one) => one.category.drawing === drawing && one.at === at);
  if (item === undefined) throw new Error(`The range has no ${drawing} number ${at}.`);
  return item;
};

const makeSet = (items: readonly Item[], plan: Plan, index: number): DemoSet => {
  const uid = FIRST_UID + index;
  const [main, second] = [found(items, plan.parts[0]), found(items, plan.parts[1])];
  const slug = slugOf(plan.name);
  const isSet = plan.type === 'set';
  const worth = (of: (item: Item) => number): number =>
    plan.parts.reduce((sum, part) => sum + of(found(items, part)) * (part[2] ?? 1), 0);
  const marked = isSet ? worth(({ mrp }) => mrp) : BOX_PRICE;
  const effective = isSet ? Math.round(worth(({ price }) => price) * SET_FACTOR) : BOX_PRICE;
  const sku = `${uid}-OS`;
  return {
    picture: {
      ...main.picture,
      print: 'plain',
      slug,
      title: `${plan.name} by ${main.brand.name}`,
      companion: second.picture,
    },
    product: {
      uid,
      slug,
      name: plan.name,
      item_code: `SET-${uid}`,
      type: plan.type,
      is_set: isSet,
      brand: { uid: main.brand.uid, name: main.brand.name, logo: `/demo/brands/${main.brand.slug}.svg` },
      category_hierarchy: [pathOf(main.category)],
      departments: [departmentOf(main.category)],
      tags: [isSet ? 'set' : 'gift-box'],
      images: imagesOf(slug, plan.name),
      teaser_tag: { tag: isSet ? 'Set' : 'Gift box' },
      sizes: [{ value: 'OS', display: 'One size', ean: eanOf(uid, 0) }],
      children: plan.parts.map((part) => {
        const item = found(items, part);
        return {
          item_id: item.uid,
          size: sizesOf(item.category)[0]?.value ?? 'OS',
          quantity: part[2] ?? 1,
          auto_add: !isSet,
        };
      }),
      short_description: plan.text,
      description: plan.text,
      country_of_origin: 'India',
      _custom_json: {},
    },
    articles: demoStores
      .filter((_, at) => (at + index) % 2 === 0)
      .map((store) => ({
        uid: `${sku}-${store.uid}`,
        item_id: uid,
        size: 'OS',
        store_id: store.uid,
        seller_id: store.sellerId,
        seller_identifier: `${store.code}-${sku}`,
        quantity: 12 + index,
        prices: [{ currency_code: 'INR', marked, effective }],
        gst_rate: 18,
        hsn_code: '4819',
        identifiers: { ean: eanOf(uid, 0), sku },
        is_gift_visible: true,
        gift_price: 99,
      })),
  };
};

export const makeSets = (items: readonly Item[]): readonly DemoSet[] =>
  plans.map((plan, index) => makeSet(items, plan, index));
