/** Sets of places on a shelf, one bit each: what holds of a product is found for 32 of them at once. Pure. */
export type Bits = Uint32Array;

export const bitsFor = (places: number): Bits => new Uint32Array((places + 31) >>> 5);

export const hasBit = (bits: Bits, place: number): boolean => (((bits[place >>> 5] ?? 0) >>> (place & 31)) & 1) === 1;

export const putBit = (bits: Bits, place: number, isIn: boolean): void => {
  const at = place >>> 5;
  const bit = 1 << (place & 31);
  const word = bits[at] ?? 0;
  bits[at] = isIn ? word | bit : word & ~bit;
};

/** Those of places from `first` up to, and without, `end` of a list. */
export const putBits = (
  bits: Bits,
  places: Uint32Array,
  [first, end]: readonly [number, number],
  isIn = true,
): void => {
  for (let at = first; at < end; at += 1) putBit(bits, places[at] ?? 0, isIn);
};

/** `bits` becomes what both have. */
export const keepCommon = (bits: Bits, other: Bits): void => {
  for (let at = 0; at < bits.length; at += 1) bits[at] = (bits[at] ?? 0) & (other[at] ?? 0);
};

/** `bits` becomes what either has. */
export const addAll = (bits: Bits, other: Bits): void => {
  for (let at = 0; at < bits.length; at += 1) bits[at] = (bits[at] ?? 0) | (other[at] ?? 0);
};

const onesIn = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55_55_55_55);
  const fours = (pairs & 0x33_33_33_33) + ((pairs >>> 2) & 0x33_33_33_33);
  return Math.imul((fours + (fours >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
};

export const countBits = (bits: Bits): number => {
  let total = 0;
  for (let at = 0; at < bits.length; at += 1) total += onesIn(bits[at] ?? 0);
  return total;
};

/** What the first has and the second has not. */
export const withoutAll = (bits: Bits, other: Bits): Bits => {
  const rest = bits.slice();
  for (let at = 0; at < rest.length; at += 1) rest[at] = (rest[at] ?? 0) & ~(other[at] ?? 0);
  return rest;
};

/** How many places both have. */
export const countCommon = (one: Bits, other: Bits): number => {
  let total = 0;
  for (let at = 0; at < one.length; at += 1) {
    const word = (one[at] ?? 0) & (other[at] ?? 0);
    if (word !== 0) total += onesIn(word);
  }
  return total;
};

/** The places themselves, ascending. */
export const placesIn = (bits: Bits): readonly number[] => {
  const places: number[] = [];
  for (let at = 0; at < bits.length; at += 1) {
    for (let word = bits[at] ?? 0; word !== 0; word &= word - 1) places.push(at * 32 + 31 - Math.clz32(word & -word));
  }
  return places;
};
