/** Answers of an area are written by `answer-writer.ts`. To be called before its routes are added. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLongAnswer } from '../sliced-answers.ts';
import { answerWriter, writtenAhead } from './answer-writer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answers are written here, as its handlers give them: nobody looks into them in between. */
    isWrittenAsGiven?: boolean;
  }
}

export type WrittenPaths = {
  /** Answers of these go out as handlers give them. */
  readonly asGiven: string;
  /** Of these something is left out before. */
  readonly changed: string;
};

export const writeAnswers = (app: FastifyInstance, { asGiven, changed }: WrittenPaths): void => {
  app.addHook('onRoute', (route) => {
    const isAnswering = route.schema?.response !== undefined;
    const isWrittenAsGiven = isAnswering && route.url.startsWith(asGiven);
    // Said of every route: one that is made of another has what was said of that one.
    route.config = { ...route.config, isWrittenAsGiven };
    if (!isWrittenAsGiven && !(isAnswering && route.url.startsWith(changed))) return;
    // The framework takes bytes as well, and says only text.
    route.serializerCompiler = ({ schema }) => answerWriter(schema) as unknown as (value: unknown) => string;
  });
};

/**
 * Parts of the answer to this request, written before the rest of it: what such a part was made from need not live until the
 * answer goes out. One that is long, or that somebody else writes or changes, stays as it is.
 */
export const aheadOf =
  ({ routeOptions: { config } }: FastifyRequest, schema: object) =>
  <Part extends object>(part: Part): Part =>
    config.isWrittenAsGiven === true && !isLongAnswer(schema, part) ? writtenAhead(schema, part) : part;
