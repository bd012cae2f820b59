/** The shelves of the demo shop, from the files beside this one: what the categories of a shelf share stands there once. */
import bagsAndAccessories from './bags-and-accessories.json' with { type: 'json' };
import beauty from './beauty.json' with { type: 'json' };
import type { Category } from './category.ts';
import clothing from './clothing.json' with { type: 'json' };
import desk from './desk.json' with { type: 'json' };
import electronics from './electronics.json' with { type: 'json' };
import footwear from './footwear.json' with { type: 'json' };
import homeAndLiving from './home-and-living.json' with { type: 'json' };

type Shelf = { readonly shared: object; readonly categories: readonly object[] };

/** In this order: items are numbered by it. */
const shelves: readonly Shelf[] = [clothing, footwear, bagsAndAccessories, homeAndLiving, beauty, electronics, desk];

/** Types end where files begin: test/demo/demo-shop.test.ts holds that each category is one, and names only what there is. */
export const range = shelves.flatMap(({ shared, categories }) =>
  categories.map((category) => ({ ...shared, ...category }) as Category),
);
