/** Something that goes on by itself: looked at again and again until it is done. */
import { useEffect } from 'preact/hooks';
import type { Asked } from '../../ui/use-answer.ts';

const LOOK_MS = 700;

export const useWatched = ({ again }: Pick<Asked<unknown>, 'again'>, isDone: boolean): void => {
  useEffect(() => {
    if (isDone) return undefined;
    const timer = setInterval(again, LOOK_MS);
    return () => clearInterval(timer);
  }, [isDone, again]);
};
