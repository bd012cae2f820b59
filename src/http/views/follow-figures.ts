/**
 * A kept answer follows figures that move: where all that changed is how many there are of something, the numbers that say so
 * are written anew, and the tag with them, instead of the whole answer. Whether that is all is known to its maker alone.
 * The first time that is a copy, because others may have what was made; then it is the copy that is written into, for as long as
 * nobody is being sent it. A copy each time would have the whole heap tidied every few seconds, with everybody waiting.
 */
import type { Figures } from '../../db/witness.ts';
import { type NumbersAt, overwrite, placesIn, type Places, standAt, withNumbers } from './number-places.ts';
import type { View } from './view-store.ts';

/** What an answer shows of figures; the same tag, the same numbers. */
type Followed = { readonly tag: string; readonly numbers: readonly number[] };
export type FiguresShown = {
  readonly at: NumbersAt;
  /** As it was made. */
  readonly made: Followed;
  /** As it is with these; undefined: it would be another answer. */
  readonly now: (figures: Figures) => Followed | undefined;
};

const withTag = (headers: readonly string[], tag: string): readonly string[] =>
  headers.map((text, at) => (at % 2 === 1 && headers[at - 1] === 'etag' ? tag : text));

/** The places are looked for when the first figure moves: most answers are made anew before one does. */
const placed = (body: Buffer, at: NumbersAt, { numbers }: Followed): Places | undefined => {
  if (numbers.length === 0) return [];
  const places = placesIn(body, at);
  return places !== undefined && standAt(body, places, numbers) ? places : undefined;
};

export const followFigures = (view: View, { at, made, now }: FiguresShown, grew: () => void): void => {
  let places: Places | undefined;
  let { numbers, tag: told } = made;
  view.evidence.follow = (figures) => {
    const { shown } = view;
    const next = now(figures);
    if (next === undefined) return false;
    if (next.tag === told) return true;
    const headers = withTag(shown.headers, next.tag);
    const bareHeaders = withTag(shown.bareHeaders, next.tag);
    const tag = shown.tag === undefined ? undefined : next.tag;
    let { body, readers, packed } = shown;
    if (body !== undefined && next.numbers.some((number, place) => number !== numbers[place])) {
      places ??= placed(body, at, made);
      if (places === undefined) return false;
      if (readers?.count !== 0 || !overwrite(body, places, next.numbers)) {
        ({ json: body, places } = withNumbers(body, places, next.numbers));
        readers = { count: 0 };
      }
      packed = undefined;
    }
    ({ numbers, tag: told } = next);
    view.shown = { headers, bareHeaders, tag, body, readers, ...(packed && { packed }) };
    grew();
    return true;
  };
};
