/** Puts letters into batches, where mail is sent at all. */
import type { Node } from '../applications/node.ts';
import type { Statement } from '../db/database.ts';
import { objectId } from '../shared/identifiers.ts';
import { type QueuedLetter, queueLetter } from './mail-statements.ts';

export const letterPost =
  ({ keyring, now, random }: Pick<Node, 'keyring' | 'now' | 'random'>, isOn: boolean) =>
  (letter: Omit<QueuedLetter, 'at' | 'id'>): readonly Statement[] =>
    isOn ? queueLetter(keyring, { ...letter, id: objectId(random), at: now() }) : [];
