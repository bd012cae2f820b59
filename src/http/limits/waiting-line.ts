/** Those who wait, in the order in which they came; some of them for too long. Serves the rest first, in that order. */
export type WaitingLine<T> = {
  readonly join: (one: T, now: number) => void;
  /** The first who has not waited too long; he leaves the line. */
  readonly nextInTime: (now: number) => T | undefined;
  /** The first of those who have; he leaves the line too. */
  readonly nextOverdue: (now: number) => T | undefined;
  readonly length: () => number;
};

type Place<T> = { one: T | undefined; readonly since: number };
const COMPACT = 1024;

export const waitingLine = <T>(mostWaitMs: number): WaitingLine<T> => {
  let places: Place<T>[] = [];
  /** Before `head` nobody is left; from `head` to `inTime` are the overdue and the places of those who were served. */
  let head = 0;
  let inTime = 0;
  let length = 0;

  const passOverdue = (now: number): void => {
    for (let place = places[inTime]; place !== undefined && now - place.since > mostWaitMs; place = places[inTime]) {
      inTime += 1;
    }
  };
  const take = (at: number): T | undefined => {
    const place = places[at];
    const one = place?.one;
    if (place === undefined || one === undefined) return undefined;
    place.one = undefined;
    length -= 1;
    return one;
  };
  const compact = (): void => {
    if (head < COMPACT && head < places.length) return;
    places = places.slice(head);
    inTime -= head;
    head = 0;
  };

  return {
    join: (one, now) => {
      places.push({ one, since: now });
      length += 1;
    },
    nextInTime: (now) => {
      passOverdue(now);
      const one = take(inTime);
      if (one !== undefined) inTime += 1;
      return one;
    },
    nextOverdue: (now) => {
      passOverdue(now);
      let one: T | undefined;
      while (one === undefined && head < inTime) {
        one = take(head);
        head += 1;
      }
      compact();
      return one;
    },
    length: () => length,
  };
};
