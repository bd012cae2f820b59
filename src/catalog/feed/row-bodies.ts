/** Bodies that are rows: the rules of their feed judge them, so that no field is dropped before it was named. */
import type { TSchema } from 'typebox';
import { rowCheck } from '../../feeds/feed-check.ts';
import { Refusal } from '../../shared/errors.ts';

/** For the `validatorCompiler` of a route; the schema of the body is for the API reference. */
export const unreadBodies = ({ schema, httpPart }: { readonly schema: unknown; readonly httpPart?: string }) => {
  if (httpPart === 'body') return () => true;
  const problemIn = rowCheck(schema as TSchema);
  return (values: unknown) => {
    const problem = problemIn(values);
    return problem === undefined ? { value: values } : { error: new Refusal('body_invalid', { details: [problem] }) };
  };
};
