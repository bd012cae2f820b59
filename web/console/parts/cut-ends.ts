/** A row that is wider than its place says at which of its ends there is more, so that its look can show it. */
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

export const useCutEnds = (row: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const box = row.current;
    if (box === null) return undefined;
    const tell = (): void => {
      const { left, right } = box.getBoundingClientRect();
      const places = Array.from(box.children, (child) => child.getBoundingClientRect());
      const ends = [
        places.some((place) => place.left < left - 1) ? 'left' : '',
        places.some((place) => place.right > right + 1) ? 'right' : '',
      ];
      box.dataset['cut'] = ends.filter(Boolean).join(' ');
    };
    tell();
    box.addEventListener('scroll', tell, { passive: true });
    const watch = new ResizeObserver(tell);
    watch.observe(box);
    return () => {
      box.removeEventListener('scroll', tell);
      watch.disconnect();
    };
  }, []);
};
