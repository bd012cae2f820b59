/** Answers of an area are written by `answer-writer.ts`. To be called before its routes are added. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLongAnswer } from '../sliced-answers.ts';
import { answerWriter, writtenAhead } from './answer-writer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answers are written here. */
    isWrittenHere?: boolean;
  }
}

export const writeAnswers = (app: FastifyInstance, path: string): void => {
  app.addHook('onRoute', (route) => {
    const isWrittenHere = route.url.startsWith(path) && route.schema?.response !== undefined;
    // Said of every route: one that is made of another has what was said of that one.
    route.config = { ...route.config, isWrittenHere };
    if (!isWrittenHere) return;
    // The framework takes bytes as well, and says only text.
    route.serializerCompiler = ({ schema }) => answerWriter(schema) as unknown as (value: unknown) => string;
  });
};

/**
 * Parts of the answer to this request, written before the rest of it: what such a part was made from need not live until the
 * answer goes out. One that is long, or that somebody else writes, stays as it is.
 */
export const aheadOf =
  ({ routeOptions: { config } }: FastifyRequest, schema: object) =>
  <Part extends object>(part: Part): Part =>
    config.isWrittenHere === true && !isLongAnswer(schema, part) ? writtenAhead(schema, part) : part;
