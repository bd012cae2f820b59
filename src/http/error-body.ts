/** The one shape of every answer that is not a success. Pure. */
import type { ErrorBody } from '../contract/primitives.ts';
import { Refusal } from '../shared/errors.ts';

export const errorBody = ({ code, message, options }: Refusal, requestId: string): ErrorBody => ({
  ...options.body,
  success: false,
  message,
  error_code: code,
  request_id: requestId,
  ...(options.details === undefined || options.details.length === 0 ? {} : { details: [...options.details] }),
});

/** How long a client should wait when we cannot know: long enough to matter, short enough for a shopper. */
export const overloaded = (cause?: unknown): Refusal =>
  new Refusal('overloaded', { headers: { 'retry-after': '1' }, cause });
