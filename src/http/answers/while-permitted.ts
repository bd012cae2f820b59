/** An answer that ends when who asked for it may have it no longer: read slowly, an export would go on for hours. */
import { Refusal } from '../../shared/errors.ts';

/** Not before each part: an export of many has thousands of them in a second. */
const ASKED_EVERY_MS = 1_000;

/** Cut off, so that nobody takes it for whole. */
export async function* whilePermitted<T>(
  parts: AsyncIterable<T>,
  mayStill: () => Promise<boolean>,
  now: () => number,
): AsyncGenerator<T, void> {
  let askedAt = now();
  for await (const part of parts) {
    if (now() >= askedAt + ASKED_EVERY_MS) {
      askedAt = now();
      if (!(await mayStill())) throw new Refusal('permission_missing');
    }
    yield part;
  }
}
