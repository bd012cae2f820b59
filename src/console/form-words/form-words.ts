/** The words of the console's forms, for whoever shows them. They come with the schemas: pages that ask for nothing do not load them. */
import { choices, usualChoices } from './choices.ts';
import { hints } from './hints.ts';
import { recordLabels, singleLabels } from './record-labels.ts';
import { settingLabels } from './setting-labels.ts';

export const formWords = {
  labels: { ...recordLabels, ...settingLabels },
  singles: singleLabels,
  hints,
  choices,
  usuals: usualChoices,
} as const;
