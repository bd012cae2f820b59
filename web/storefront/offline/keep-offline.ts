/** Makes the pages open without a connection, and goes on when there is one again. */
import { shop, waitingChanges } from '../shop.ts';

const FIRST_PAUSE_MS = 3_000;
const LONGEST_PAUSE_MS = 60_000;

const isSeen = (): boolean => document.visibilityState === 'visible';

/** The shop may be out of reach though there is a network, and nothing tells when it is back: ever more seldom it is tried again. */
const tryAgain = (onBack: () => void): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (pause: number): void => {
    timer = setTimeout(() => {
      timer = undefined;
      if (waitingChanges.get() === '') return;
      if (isSeen() && navigator.onLine) onBack();
      wait(Math.min(2 * pause, LONGEST_PAUSE_MS));
    }, pause);
  };
  const begin = (): void => {
    if (waitingChanges.get() !== '' && timer === undefined) wait(FIRST_PAUSE_MS);
  };
  waitingChanges.watch(begin);
  begin();
};

export const keepOffline = (onBack: () => void): void => {
  window.addEventListener('online', onBack);
  tryAgain(onBack);
  // Whoever comes back to the page does not wait for that.
  document.addEventListener('visibilitychange', () => {
    if (isSeen() && waitingChanges.get() !== '') onBack();
  });
  if ('serviceWorker' in navigator) {
    // Where it cannot be had the pages work as before, with a connection.
    navigator.serviceWorker.register(`${shop.base}/worker.js`, { scope: `${shop.base}/` }).catch(() => undefined);
  }
};
