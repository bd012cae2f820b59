/** Makes the pages open without a connection, and goes on when there is one again. */
import { shop, waitingChanges } from '../shop.ts';

export const keepOffline = (onBack: () => void): void => {
  window.addEventListener('online', onBack);
  // The shop may be out of reach though there is a network: whoever comes back to the page tries again.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && waitingChanges.get() !== '') onBack();
  });
  if ('serviceWorker' in navigator) {
    // Where it cannot be had the pages work as before, with a connection.
    navigator.serviceWorker.register(`${shop.base}/worker.js`, { scope: `${shop.base}/` }).catch(() => undefined);
  }
};
