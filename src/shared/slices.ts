/**
 * Long work in slices: between two of them everything else that waits has its turn. By count, so that the same work is cut alike.
 *
 * One slice runs in a turn of the loop, however much long work there is: whoever has short work waits for one slice of somebody
 * else, and not for one of each. So nobody holds up others by asking for many long answers at once.
 */

/** Those whose next slice is due, in the order in which they came. */
const waiting = new Set<() => void>();

const runOne = (): void => {
  const [begin] = waiting;
  if (begin === undefined) return;
  waiting.delete(begin);
  if (waiting.size > 0) setImmediate(runOne);
  begin();
};

export const nextTurn = (): Promise<void> =>
  new Promise((begin) => {
    waiting.add(begin);
    if (waiting.size === 1) setImmediate(runOne);
  });

/** More pieces than this are worth a turn of their own. */
const FEW = 50;

/** Lets others have their turn before or after work on so many pieces; not for few. */
export const turnFor = async (pieces: number): Promise<void> => {
  if (pieces > FEW) await nextTurn();
};

/** What `work` makes of each, at most `size` of them in one turn of the loop. */
export const inSlices = async <Item, Result>(
  items: readonly Item[],
  size: number,
  work: (item: Item, at: number) => Result,
): Promise<readonly Result[]> => {
  const results: Result[] = [];
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % size === 0) await nextTurn();
    results.push(work(item, at));
  }
  return results;
};

/** Work that yields before each piece how much of it there is: at most about `size` in one turn of the loop. */
export const workInTurns = async <Result>(work: Generator<number, Result>, size: number): Promise<Result> => {
  let since = 0;
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    since += value;
    if (since < size) continue;
    since = 0;
    await nextTurn();
  }
};
