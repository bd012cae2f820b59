/** A row that is wider than a phone shows the part of it that one is in. */
import { useEffect, useRef } from 'preact/hooks';

/** For the row; `current` says when another of its links became the current one. A phone that is turned has another width. */
export const useCurrentInSight = (current: string) => {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current: shown } = row;
    if (shown === null) return undefined;
    const widths = new ResizeObserver(() =>
      shown.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
    widths.observe(shown);
    return () => widths.disconnect();
  }, [current]);
  return row;
};
