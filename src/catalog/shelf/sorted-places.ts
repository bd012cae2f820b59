/** Places on a shelf in an order that is kept while what they are sorted by changes: one is taken out, changed, and put back. */
type Compare = (a: number, b: number) => number;

export type SortedPlaces = {
  readonly compare: Compare;
  /** The first `size()` of these. */
  readonly places: Uint32Array;
  readonly size: () => number;
  readonly add: (place: number) => void;
  /** By what it is sorted by now: before that changes. */
  readonly remove: (place: number) => void;
  /** How many come before; `isBefore` holds of the first ones and of no others. */
  readonly countBefore: (isBefore: (place: number) => boolean) => number;
};

/** `sorted` are in order already; no two are equal. */
export const sortedPlaces = (sorted: Uint32Array, capacity: number, compare: Compare): SortedPlaces => {
  const places = new Uint32Array(capacity);
  places.set(sorted);
  let size = sorted.length;
  const countBefore: SortedPlaces['countBefore'] = (isBefore) => {
    let [low, high] = [0, size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(places[middle] ?? 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const whereIs = (place: number): number => countBefore((one) => compare(one, place) < 0);
  return {
    compare,
    places,
    size: () => size,
    countBefore,
    add: (place) => {
      const at = whereIs(place);
      places.copyWithin(at + 1, at, size);
      places[at] = place;
      size += 1;
    },
    remove: (place) => {
      const at = whereIs(place);
      if (at >= size || places[at] !== place) throw new Error('A place that is not where its order has it.');
      places.copyWithin(at, at + 1, size);
      size -= 1;
    },
  };
};

const RUN = 512;

/** Sorts numbers in place, in steps of which it yields how long they are: a hundred thousand names take longer than a turn may. */
export function* sortInSteps(values: Uint32Array, compare: Compare): Generator<number, Uint32Array> {
  for (let at = 0; at < values.length; at += RUN) {
    values.subarray(at, at + RUN).sort(compare);
    yield RUN * 8;
  }
  let from: Uint32Array = values;
  let to: Uint32Array = new Uint32Array(values.length);
  for (let width = RUN; width < values.length; width *= 2) {
    for (let start = 0; start < values.length; start += 2 * width) {
      const [middle, end] = [Math.min(start + width, values.length), Math.min(start + 2 * width, values.length)];
      let [left, right] = [start, middle];
      for (let at = start; at < end; at += 1) {
        if (at % RUN === 0) yield RUN;
        const [one = 0, other = 0] = [from[left], from[right]];
        const isLeft = left < middle && (right >= end || compare(one, other) <= 0);
        to[at] = isLeft ? one : other;
        if (isLeft) left += 1;
        else right += 1;
      }
    }
    [from, to] = [to, from];
  }
  if (from !== values) values.set(from);
  return values;
}
