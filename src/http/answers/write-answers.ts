/** Answers of an area are written by `answer-writer.ts`. To be called before its routes are added. */
import type { FastifyInstance } from 'fastify';
import { answerWriter } from './answer-writer.ts';

export const writeAnswers = (app: FastifyInstance, path: string): void => {
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith(path) || route.schema?.response === undefined) return;
    // The framework takes bytes as well, and says only text.
    route.serializerCompiler = ({ schema }) => answerWriter(schema) as unknown as (value: unknown) => string;
  });
};
