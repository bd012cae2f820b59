/**
 * Those who wait, some of them for too long. Serves the rest first: the callers by turns, each in the order in which he came, so
 * that who asks for much at once does not stand before everybody else.
 */
export type WaitingLine<T> = {
  readonly join: (one: T, now: number) => void;
  /** The next who has not waited too long; he leaves the line. */
  readonly nextInTime: (now: number) => T | undefined;
  /** The first of those who have; he leaves the line too. */
  readonly nextOverdue: (now: number) => T | undefined;
  readonly length: () => number;
};

type Place<T> = { readonly one: T; readonly since: number };

export const waitingLine = <T>(mostWaitMs: number, whose: (one: T) => string): WaitingLine<T> => {
  /** In the order in which they came. */
  const places = new Set<Place<T>>();
  /** Those in time, by whose they are; whose turn it is next stands first. */
  const lines = new Map<string, Set<Place<T>>>();
  const isOverdue = ({ since }: Place<T>, now: number): boolean => now - since > mostWaitMs;

  const firstInTime = (own: Set<Place<T>>, now: number): Place<T> | undefined => {
    for (const place of own) {
      own.delete(place);
      if (!isOverdue(place, now)) return place;
    }
    return undefined;
  };

  return {
    join: (one, now) => {
      const place = { one, since: now };
      places.add(place);
      const of = whose(one);
      const own = lines.get(of);
      if (own === undefined) lines.set(of, new Set([place]));
      else own.add(place);
    },
    nextInTime: (now) => {
      for (const [of, own] of lines) {
        lines.delete(of);
        const place = firstInTime(own, now);
        if (own.size > 0) lines.set(of, own);
        if (place === undefined) continue;
        places.delete(place);
        return place.one;
      }
      return undefined;
    },
    nextOverdue: (now) => {
      const [place] = places;
      if (place === undefined || !isOverdue(place, now)) return undefined;
      places.delete(place);
      const of = whose(place.one);
      const own = lines.get(of);
      own?.delete(place);
      if (own?.size === 0) lines.delete(of);
      return place.one;
    },
    length: () => places.size,
  };
};
