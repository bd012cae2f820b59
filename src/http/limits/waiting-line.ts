/**
 * Those who wait, some of them for too long. Serves the rest first: the callers by turns, each in the order in which he came, so
 * that who asks for much at once does not stand before everybody else.
 *
 * How long is too long depends on the line. A burst is waited out, and so is a line that only as many make as can be served. Where
 * more come than go, whoever is served has waited as long as one may, and not one more is served for it: there most of the wait is
 * taken away, and who finds no place is told so soon.
 */
export type WaitingLine<T> = {
  readonly join: (one: T, now: number) => void;
  /** The next who has not waited too long; he leaves the line. */
  readonly nextInTime: (now: number) => T | undefined;
  /** The first of those who have; he leaves the line too. */
  readonly nextOverdue: (now: number) => T | undefined;
  readonly length: () => number;
  /** More have come than go for so long that one waits briefly only. */
  readonly isStanding: (now: number) => boolean;
};

/** The share of the longest wait that is left then. */
const BRIEF = 0.1;
/** For how many of the longest waits nobody may have begun after a brief one, before anybody who waits too long is a sign of it. */
const STANDING = 3;
/** For how many of them waits stay brief at most. Then the longest is tried again: who comes may have become fewer meanwhile. */
const BRIEF_FOR = 400;

/** How long one may wait. */
const patienceOf = (mostWaitMs: number) => {
  const briefMs = mostWaitMs * BRIEF;
  /** When the line was empty last, or somebody began who had hardly waited. */
  let movedAt = 0;
  let briefUntil = 0;
  return {
    isBrief: (now: number): boolean => now < briefUntil,
    at: (now: number): number => (now < briefUntil ? briefMs : mostWaitMs),
    empty: (now: number): void => {
      movedAt = now;
      briefUntil = 0;
    },
    begins: (waited: number, now: number): void => {
      if (waited <= briefMs) movedAt = now;
    },
    /** Somebody has waited too long. */
    ends: (now: number): void => {
      if (now < briefUntil || now - movedAt <= mostWaitMs * STANDING) return;
      briefUntil = now + mostWaitMs * BRIEF_FOR;
      movedAt = briefUntil;
    },
  };
};

type Place<T> = { readonly one: T; readonly since: number; isPassed: boolean };

/** `isShort`: whether so many are so few that all of them can wait, which holds until the line has stood for long. */
export const waitingLine = <T>(
  mostWaitMs: number,
  whose: (one: T) => string,
  isShort: (length: number) => boolean = () => false,
): WaitingLine<T> => {
  /** In the order in which they came. */
  const places = new Set<Place<T>>();
  /** Those in time, by whose they are; whose turn it is next stands first. */
  const lines = new Map<string, Set<Place<T>>>();
  const patience = patienceOf(mostWaitMs);
  const isOverdue = ({ since, isPassed }: Place<T>, now: number): boolean =>
    isPassed || (now - since > patience.at(now) && (patience.isBrief(now) || !isShort(places.size)));

  const firstInTime = (own: Set<Place<T>>, now: number): Place<T> | undefined => {
    for (const place of own) {
      own.delete(place);
      if (!isOverdue(place, now)) return place;
      place.isPassed = true;
    }
    return undefined;
  };

  return {
    join: (one, now) => {
      if (places.size === 0) patience.empty(now);
      const place = { one, since: now, isPassed: false };
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
        patience.begins(now - place.since, now);
        return place.one;
      }
      return undefined;
    },
    nextOverdue: (now) => {
      const [place] = places;
      if (place === undefined || !isOverdue(place, now)) return undefined;
      places.delete(place);
      patience.ends(now);
      const of = whose(place.one);
      const own = lines.get(of);
      own?.delete(place);
      if (own?.size === 0) lines.delete(of);
      return place.one;
    },
    length: () => places.size,
    isStanding: patience.isBrief,
  };
};
