/** An item of the demo shop before it becomes rows: what it is, what it costs, how it looks. */
import type { Brand } from './brands.ts';
import type { PictureSubject } from './pictures/draw-picture.ts';
import type { Category } from './range/category.ts';

export type Item = {
  readonly uid: number;
  readonly slug: string;
  readonly name: string;
  readonly brand: Brand;
  readonly category: Category;
  readonly colour: string;
  readonly pattern: string;
  readonly material: string;
  readonly text: string;
  /** Whole rupees. */
  readonly mrp: number;
  readonly price: number;
  /** Position in its category, from 0. */
  readonly at: number;
  readonly picture: PictureSubject;
};
