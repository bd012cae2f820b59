/**
 * Those who wait, some of them for too long. Serves the rest first: the callers by turns, each in the order in which he came, so
 * that who asks for much at once does not stand before everybody else.
 *
 * How long is too long depends on the line. A burst is waited out, and so is a line that only as many make as can be served. Where
 * more come than go, whoever is served has waited as long as one may, and not one more is served for it: there most of the wait is
 * taken away, and who finds no place is told so soon.
 *
 * Who asks for much at once and who asks for little stand in lines of their own in that: one who has more come than go makes his own
 * wait short, and nobody else's.
 */
export type WaitingLine<T> = {
  readonly join: (one: T, now: number) => void;
  /** The next who has not waited too long and for whose there is room; he leaves the line. */
  readonly nextInTime: (now: number, hasRoomFor?: (of: string) => boolean) => T | undefined;
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

/** Those who ask for much, or for little, in the order in which they came. */
type Row<T> = { readonly places: Set<Place<T>>; readonly patience: ReturnType<typeof patienceOf> };
type Place<T> = { readonly one: T; readonly since: number; readonly row: Row<T>; isPassed: boolean };

type Waiters = {
  /** Whether somebody asks for much at once, with so many of his who wait. */
  readonly isMuch?: (of: string, waiting: number) => boolean;
  /** Whether so many are so few that all of them can wait, which holds until their line has stood for long. */
  readonly isShort?: (length: number, ofFew: boolean) => boolean;
};

export const waitingLine = <T>(
  mostWaitMs: number,
  whose: (one: T) => string,
  { isMuch = () => false, isShort = () => false }: Waiters = {},
): WaitingLine<T> => {
  const few: Row<T> = { places: new Set(), patience: patienceOf(mostWaitMs) };
  const much: Row<T> = { places: new Set(), patience: patienceOf(mostWaitMs) };
  /** Those in time, by whose they are; whose turn it is next stands first. */
  const lines = new Map<string, Set<Place<T>>>();
  const length = (): number => few.places.size + much.places.size;
  const canWait = (row: Row<T>): boolean => (row === few ? isShort(few.places.size, true) : isShort(length(), false));
  const isOverdue = ({ since, row, isPassed }: Place<T>, now: number): boolean =>
    isPassed || (now - since > row.patience.at(now) && (row.patience.isBrief(now) || !canWait(row)));

  const firstInTime = (own: Set<Place<T>>, now: number): Place<T> | undefined => {
    for (const place of own) {
      own.delete(place);
      if (!isOverdue(place, now)) return place;
      place.isPassed = true;
    }
    return undefined;
  };
  const firstOverdue = (row: Row<T>, now: number): Place<T> | undefined => {
    const [place] = row.places;
    return place !== undefined && isOverdue(place, now) ? place : undefined;
  };

  return {
    join: (one, now) => {
      const of = whose(one);
      const own = lines.get(of);
      const row = isMuch(of, own?.size ?? 0) ? much : few;
      if (row.places.size === 0) row.patience.empty(now);
      const place = { one, since: now, row, isPassed: false };
      row.places.add(place);
      if (own === undefined) lines.set(of, new Set([place]));
      else own.add(place);
    },
    nextInTime: (now, hasRoomFor = () => true) => {
      for (const [of, own] of lines) {
        if (!hasRoomFor(of)) continue;
        lines.delete(of);
        const place = firstInTime(own, now);
        if (own.size > 0) lines.set(of, own);
        if (place === undefined) continue;
        const { row, since, one } = place;
        row.places.delete(place);
        row.patience.begins(now - since, now);
        return one;
      }
      return undefined;
    },
    nextOverdue: (now) => {
      const place = firstOverdue(few, now) ?? firstOverdue(much, now);
      if (place === undefined) return undefined;
      const { row, one } = place;
      row.places.delete(place);
      row.patience.ends(now);
      const of = whose(one);
      const own = lines.get(of);
      own?.delete(place);
      if (own?.size === 0) lines.delete(of);
      return one;
    },
    length,
    isStanding: (now) => few.patience.isBrief(now) || much.patience.isBrief(now),
  };
};
