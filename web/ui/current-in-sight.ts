/** A row that is wider than a phone shows the part of it that one is in. */
import { useEffect, useRef } from 'preact/hooks';

/** For the row; `current` says when another of its links became the current one. */
export const useCurrentInSight = (current: string) => {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return row;
};
