/** Use cases: put up a picture, take one away. Each stands in the audit by its name, which says what was in it. */
import { createHash } from 'node:crypto';
import { auditStatement } from '../../applications/audit-statements.ts';
import { type CompanyPlace, requireCompany } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import type { AuthoredWrite } from '../../applications/write-once.ts';
import { guardFailed, type Statement } from '../../db/database.ts';
import { Refusal } from '../../shared/errors.ts';
import { nextTurn } from '../../shared/slices.ts';
import { decodedPicture, endingOf } from './picture-rules.ts';
import { deletePicture, hasPicture, insertPicture } from './picture-store.ts';

const MESSAGE = 'Only a JPEG, PNG, WebP, AVIF or GIF can be put up.';

type Write = AuthoredWrite<string>;
type Work = { readonly node: Node; readonly place: CompanyPlace };
type Told = { readonly action: 'add' | 'remove'; readonly name: string; readonly bytes?: number };

const commit = (
  { node, place }: Work,
  { actor, requestId, remember }: Write,
  rows: readonly Statement[],
  { action, name, bytes }: Told,
): Promise<unknown> => {
  const { organizationId, companyId } = place;
  const told = { actor, requestId, organizationId, action: `picture.${action}`, at: node.now() };
  const entry = {
    ...told,
    subject: `company/${companyId}/picture/${name}`,
    before: null,
    after: bytes === undefined ? null : { bytes },
  };
  return node.db.commit([...remember(name), ...rows, auditStatement(entry, node.random)]);
};

/** How much those of a company may take up together, and who is told of one that found no room. */
export type PictureRoom = { readonly mostBytes: number; readonly onFull: () => void };
type NewPicture = PictureRoom & { readonly content: string };

/** Answers its name. One that is there already needs no room. */
export const addPicture = async (
  work: Work,
  { content, mostBytes, onFull }: NewPicture,
  write: Write,
): Promise<string> => {
  const { node, place } = work;
  await requireCompany(node, place);
  await nextTurn();
  const bytes = decodedPicture(content);
  const ending = bytes && endingOf(bytes);
  if (bytes === undefined || ending === undefined) {
    throw new Refusal('body_invalid', { details: [{ field: 'content', message: MESSAGE }] });
  }
  const name = `${createHash('sha256').update(bytes).digest('hex')}.${ending}`;
  const picture = { companyId: place.companyId, name };
  const told = { action: 'add', name, bytes: bytes.length } as const;
  const add = (rows: readonly Statement[]): Promise<unknown> => commit(work, write, rows, told);
  if (await hasPicture(node.db, picture)) await add([]);
  else {
    await add(insertPicture(picture, bytes, { at: node.now(), mostBytes })).catch((error: unknown) => {
      // Somebody else put up the same one meanwhile.
      if (guardFailed(error, 'picture_new')) return add([]);
      if (!guardFailed(error, 'picture_room')) throw error;
      onFull();
      throw new Refusal('picture_limit_reached', { cause: error });
    });
  }
  return name;
};

export const removePicture = async (work: Work, name: string, write: Write): Promise<void> => {
  const { node, place } = work;
  await requireCompany(node, place);
  const rows = deletePicture({ companyId: place.companyId, name });
  await commit(work, write, rows, { action: 'remove', name }).catch((error: unknown) => {
    throw guardFailed(error, 'picture') ? new Refusal('picture_not_found', { cause: error }) : error;
  });
};
