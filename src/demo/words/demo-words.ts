/** The demo shop's own texts in the other languages of its pages, as its settings take them. Pure. */
import type { Translation } from '../../contract/applications/translation-contract.ts';
import { goodsSaid } from './goods.ts';
import { houseSaid } from './house.ts';
import { offersSaid } from './offers.ts';

export const demoWords: readonly Translation[] = [...goodsSaid, ...offersSaid, ...houseSaid].map(([text, hi, de]) => ({
  text,
  hi,
  de,
}));
