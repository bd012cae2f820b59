import type { FastifySchemaValidationError } from 'fastify';
import { Refusal } from '../../shared/errors.ts';
import { fieldProblems } from '../requests/validation-messages.ts';

/** For routes of lists: a page_no or page_size that is no number is refused as one that is out of range. */
export const pageErrors = (errors: FastifySchemaValidationError[]): Refusal => {
  const details = fieldProblems(errors);
  const aboutPages = details.every(({ field }) => /^page_(no|size|id)$/.test(field));
  return new Refusal(aboutPages ? 'page_invalid' : 'body_invalid', { details });
};
