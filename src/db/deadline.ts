/**
 * Calls `late` after so many milliseconds, unless it is taken back. After a stall of the event loop what arrived meanwhile
 * is read first: a timer must not win over an answer that is already here.
 */
export const deadline = (ms: number, late: () => void): (() => void) => {
  let turn: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    turn = setImmediate(late);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(turn);
  };
};

/** What `work` comes to, or an error when it does not come in time. */
export const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const forget = deadline(ms, () => reject(new Error(`no answer within ${ms} ms`)));
    work.finally(forget).then(resolve, reject);
  });
