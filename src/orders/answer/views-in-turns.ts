/** Views of a list of orders, each of which may have hundreds of lines: between some of those everybody else has his turn. */
import { workInTurns } from '../../shared/slices.ts';

const LINES_A_TURN = 100;

function* views<Item, View>(items: readonly Item[], lines: (item: Item) => number, view: (item: Item) => View) {
  const made: View[] = [];
  for (const item of items) {
    yield lines(item);
    made.push(view(item));
  }
  return made;
}

/** `lines`: how much there is of one. */
export const viewsInTurns = <Item, View>(
  items: readonly Item[],
  lines: (item: Item) => number,
  view: (item: Item) => View,
): Promise<View[]> => workInTurns<View[]>(views(items, lines, view), LINES_A_TURN);
