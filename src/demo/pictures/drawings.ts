/** Every drawing there is, by the name that categories use. */
import { cream, lipstick, perfume, serum } from './beauty.ts';
import { backpack, sunglasses, tote, watch } from './carried.ts';
import type { Drawing } from './drawing.ts';
import { dress, jeans, skirt } from './dresses.ts';
import { camera, headphones, keyboard, notebook, speaker } from './electronics.ts';
import { boot, loafer, sandal, sneaker } from './footwear.ts';
import { bedding, chair, cushion, lamp } from './furnishings.ts';
import { candle, kettle, mug, plantPot, vase } from './home.ts';
import { blouse, kurta, shirt, tee } from './tops.ts';
import { hoodie, jacket, scarf, sweater } from './winterwear.ts';

export const drawings = {
  backpack,
  bedding,
  blouse,
  boot,
  camera,
  candle,
  chair,
  cream,
  cushion,
  dress,
  headphones,
  hoodie,
  jacket,
  jeans,
  kettle,
  keyboard,
  kurta,
  lamp,
  lipstick,
  loafer,
  mug,
  notebook,
  perfume,
  plantPot,
  sandal,
  scarf,
  serum,
  shirt,
  skirt,
  sneaker,
  speaker,
  sunglasses,
  sweater,
  tee,
  tote,
  vase,
  watch,
} as const satisfies Readonly<Record<string, Drawing>>;
export type DrawingName = keyof typeof drawings;
