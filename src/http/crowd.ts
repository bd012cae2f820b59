/** How many there are at once, and whose: what one has beyond half of the places counts against himself alone. */

/** How many of so many places one takes up before others. */
export const shareOfPlaces = (most: number): number => Math.ceil(most / 2);

export type Crowd = {
  readonly all: () => number;
  readonly of: (of: string) => number;
  readonly add: (of: string) => void;
  readonly remove: (of: string) => void;
  /** Without what each has beyond so many. */
  readonly upTo: (share: number) => number;
  /** Whether of so many places there is one for him. Alone he may have all of them. */
  readonly hasRoomFor: (of: string, most: number) => boolean;
};

export const crowd = (): Crowd => {
  const counts = new Map<string, number>();
  let all = 0;
  const count = (of: string): number => counts.get(of) ?? 0;
  const upTo = (share: number): number => {
    let sum = all;
    for (const each of counts.values()) sum -= Math.max(0, each - share);
    return sum;
  };
  return {
    all: () => all,
    of: count,
    add: (of) => {
      all += 1;
      counts.set(of, count(of) + 1);
    },
    remove: (of) => {
      all -= 1;
      const left = count(of) - 1;
      if (left === 0) counts.delete(of);
      else counts.set(of, left);
    },
    upTo,
    hasRoomFor: (of, most) => {
      if (all < most) return true;
      const share = shareOfPlaces(most);
      return upTo(share) + Math.max(0, count(of) - share) < most;
    },
  };
};
