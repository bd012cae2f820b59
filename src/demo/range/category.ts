/** What the demo shop knows about one category of its range: enough to fill a shelf with different, plausible things. */
import type { ColourName } from '../colours.ts';
import type { DrawingName } from '../pictures/drawings.ts';
import type { PrintName } from '../pictures/prints.ts';

export type SizeChart = 'clothes' | 'waist' | 'shoes' | 'bed' | 'bottle' | 'paper' | 'one';
export type Category = {
  /** Its name on the third level, and the two levels above. */
  readonly name: string;
  readonly l2: string;
  readonly l1: string;
  readonly department: 'Women' | 'Men' | 'Everyone' | 'Home';
  readonly drawing: DrawingName;
  readonly brands: readonly [string, ...string[]];
  /** How many items it has. */
  readonly count: number;
  /** Its forms; the drawing and the material go by the same position. */
  readonly nouns: readonly [string, ...string[]];
  readonly materials: readonly [string, ...string[]];
  /** What is said about an item; `{material}` and `{colour}` are filled in. */
  readonly texts: readonly [string, ...string[]];
  readonly care: string;
  readonly prints: readonly [PrintName, ...PrintName[]];
  /** Instead of the brand's own, where a category has its own. */
  readonly colours?: readonly [ColourName, ...ColourName[]];
  readonly sizes: SizeChart;
  /** MRP in whole rupees, least and most. */
  readonly price: readonly [least: number, most: number];
  /** Per cent; `[limit, upTo, above]`: the slab depends on the selling price of a piece. */
  readonly gst: number | readonly [limit: number, upTo: number, above: number];
  readonly hsn: string;
  readonly gift?: number;
  /** Working days for the items of this category that are made to order. */
  readonly madeInDays?: number;
  readonly moq?: { readonly minimum: number; readonly maximum: number; readonly increment_unit: number };
  /** Part of the selling price asked in the price list `wholesale`. */
  readonly wholesale?: number;
};
