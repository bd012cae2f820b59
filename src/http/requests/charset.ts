/** Bodies are read as UTF-8: one that says it is something else is refused, never read as what it is not. */
import { Refusal } from '../../shared/errors.ts';

/** ASCII is UTF-8, too. */
const readable: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

export const requireUtf8 = (contentType: string | undefined): void => {
  const [, ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((part) => part.startsWith('charset='))?.slice('charset='.length);
  const named = charset?.replaceAll('"', '');
  if (named === undefined || readable.has(named)) return;
  throw new Refusal('media_type_unsupported', { message: `Send the body as UTF-8, not as ${named.slice(0, 40)}.` });
};
