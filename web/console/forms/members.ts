/** How the members of an object are asked for: handed to what holds objects, which would otherwise ask for itself. */
import type { JSX } from 'preact';
import type { QuestionProps } from './asked.tsx';

export type Members = (props: Omit<QuestionProps, 'isRequired'>) => JSX.Element;
