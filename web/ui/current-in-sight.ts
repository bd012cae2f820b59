/** A row that is wider than a phone shows the part of it that one is in. */
import { useEffect, useRef } from 'preact/hooks';

const middleOf = (element: Element): number => {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
};

/** In the middle, where none of its ends fades it. The row alone moves: a page that was scrolled away from it stays where it is. */
const bringToSight = (row: HTMLElement): void => {
  const current = row.querySelector('[aria-current]');
  if (current !== null) row.scrollLeft += middleOf(current) - middleOf(row);
};

/** For the row; `current` says when another of its links became the current one. A phone that is turned has another width. */
export const useCurrentInSight = (current: string) => {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current: shown } = row;
    if (shown === null) return undefined;
    const widths = new ResizeObserver(() => bringToSight(shown));
    widths.observe(shown);
    return () => widths.disconnect();
  }, [current]);
  return row;
};
