/** Compiles what routes will need while nobody asks for it, so that few first callers wait for it themselves. */
import type { RouteCompilers } from './route-compilers.ts';

/** Of the loop's time, so that whoever asks meanwhile hardly notices. */
const SHARE = 0.2;
const LEAST_PAUSE_MS = 10;
/** Whoever waited for the node comes first. */
const FIRST_PAUSE_MS = 250;

/** Returns how to stop it. What throws is told: it would throw again at the first request that needs it. */
export const compileWhenIdle = (
  { compileNext }: Pick<RouteCompilers, 'compileNext'>,
  onFailure: (error: unknown) => void,
): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  const later = (ms: number): void => {
    timer = setTimeout(step, ms).unref();
  };
  const step = (): void => {
    const begun = performance.now();
    try {
      if (!compileNext()) return;
    } catch (error) {
      onFailure(error);
    }
    later(Math.max(LEAST_PAUSE_MS, (performance.now() - begun) * (1 / SHARE - 1)));
  };
  later(FIRST_PAUSE_MS);
  return () => clearTimeout(timer);
};
