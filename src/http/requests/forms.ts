/** Bodies that are forms. What a form may hold is what JSON may hold: no NUL, which no table can keep. */
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../shared/errors.ts';
import { textProblem } from '../../shared/storable-text.ts';

/** A form's text, once it is known that everything in it can be stored. */
const checkedForm = (text: string): string => {
  for (const [field, value] of new URLSearchParams(text)) {
    const message = textProblem(field, 'A name in the form') ?? textProblem(value, 'The text');
    if (message !== undefined) throw new Refusal('body_invalid', { details: [{ field, message }] });
  }
  return text;
};

export const fieldsOf = (form: string): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(form));

/** `read` makes the body of the request from the form's text. */
export const installForms = (app: FastifyInstance, bodyLimit: number, read: (form: string) => unknown): void => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => {
      try {
        done(null, read(checkedForm(String(body))));
      } catch (error) {
        done(error as Error);
      }
    },
  );
};
