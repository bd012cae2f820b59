/** Long work in slices: between two of them everything else that waits has its turn. By count, so that the same work is cut alike. */

/** How a turn is had. Where there are callers who wait for each other, one of them at a time (http/limits/long-work.ts). */
let turnOfLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
export const haveTurnsBy = (line: () => Promise<void>): void => {
  turnOfLoop = line;
};

export const nextTurn = (): Promise<void> => turnOfLoop();

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

/**
 * Work that yields before each piece how much of it there is: at most about `size` in one turn of the loop. `turn`: for what many wait
 * for, and so does not stand in the line of long work.
 */
export const workInTurns = async <Result>(
  work: Generator<number, Result>,
  size: number,
  turn: () => Promise<unknown> = nextTurn,
): Promise<Result> => {
  let since = 0;
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    since += value;
    if (since < size) continue;
    since = 0;
    await turn();
  }
};

/**
 * Asked before each piece of work, with how much of it there is: at most about `size` in one turn of the loop. For pieces that wait for
 * something themselves, which says nothing about whether others had their turn.
 */
export const turnsAfter = (size: number): ((pieces: number) => Promise<void>) => {
  let since = 0;
  return async (pieces) => {
    if (since > 0 && since + pieces > size) {
      since = 0;
      await nextTurn();
    }
    since += pieces;
  };
};

/** Signs of stored texts that are read in one turn of the loop. */
const SIGNS_A_TURN = 200_000;

function* eachBySize<Item, Result>(
  items: readonly Item[],
  sizeOf: (item: Item) => number,
  work: (item: Item) => Result,
): Generator<number, Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    yield sizeOf(item);
    results.push(work(item));
  }
  return results;
}

/** What `work` makes of each, by how many signs there are to be read: one may have a megabyte. */
export const textsInTurns = <Item, Result>(
  items: readonly Item[],
  sizeOf: (item: Item) => number,
  work: (item: Item) => Result,
  turn?: () => Promise<unknown>,
): Promise<Result[]> => workInTurns(eachBySize(items, sizeOf, work), SIGNS_A_TURN, turn);
