/** What this operator may import. */
import type { Choices } from '../../../parts/field.tsx';
import { may } from '../../../session.ts';
import { importKinds } from './import-kinds.ts';

export const permittedKinds: Choices = importKinds
  .filter(({ needs }) => may('company/imports/write') && may(needs))
  .map(({ kind, name }) => [kind, name]);
