/** Shows an answer once it is there, its bones before, and what went wrong instead. */
import type { ComponentChildren } from 'preact';
import { Failure } from '../../ui/states.tsx';
import { type Asked, useAnswer } from '../../ui/use-answer.ts';
import { type Query, read, readSeen, type Seen } from '../call.ts';
import { shop } from '../session.ts';

/** What an operation answers for the shop that is looked at. */
export const useRead = <T,>(path: string, query: Query = {}): Asked<T> =>
  useAnswer(`${shop.value.id} ${path} ${JSON.stringify(query)}`, () => read<T>(path, query));

/** The same with its version, for pages that change all of it. */
export const useSeen = <T,>(path: string): Asked<Seen<T>> =>
  useAnswer(`${shop.value.id} seen ${path}`, () => readSeen<T>(path));

const Bones = () => (
  <div class="panel" aria-busy="true">
    <span class="bone short" />
    <span class="bone" />
    <span class="bone" />
    <span class="bone short" />
  </div>
);

type AnsweredProps<T> = { readonly asked: Asked<T>; readonly children: (answer: T) => ComponentChildren };

export const Answered = <T,>({ asked, children }: AnsweredProps<T>) => {
  const { answer, problem, again } = asked;
  if (problem !== undefined) return <Failure title="That could not be read" problem={problem} again={again} />;
  return answer === undefined ? <Bones /> : <>{children(answer)}</>;
};
