/**
 * What the node drew is taken over as it is: for that moment a page must say what the node could know. What only this
 * browser knows, such as who is signed in, is shown right after.
 */
import { useEffect, useState } from 'preact/hooks';
import { useValue, type Value } from './value.ts';

let isTakingOver = false;

export const takeOver = (draw: () => void): void => {
  isTakingOver = true;
  draw();
  isTakingOver = false;
};

/** Whether buttons do something yet: not while the page is only what the node drew. */
export const useReady = (): boolean => {
  const [isReady, setReady] = useState(typeof window !== 'undefined' && !isTakingOver);
  useEffect(() => setReady(true), []);
  return isReady;
};

/** A value of this browser alone; `unknown` while the node's page is taken over. */
export const useOwnValue = <T>(value: Value<T>, unknown: T): T => {
  const current = useValue(value);
  const [isKnown, setKnown] = useState(!isTakingOver);
  useEffect(() => setKnown(true), []);
  return isKnown ? current : unknown;
};
