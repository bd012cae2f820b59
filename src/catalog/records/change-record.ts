/** Use cases: put, change and remove one record, by the rules of its feed and on the version that its writer knows. */
import { isDeepStrictEqual } from 'node:util';
import { auditStatement } from '../../applications/audit-statements.ts';
import { type CompanyPlace, requireCompany } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import type { KeyedWrite } from '../../applications/write-once.ts';
import type { Statement } from '../../db/database.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import { strictRowCheck } from '../../feeds/feed-check.ts';
import type { FeedContext, RowProblem } from '../../feeds/feed-kind.ts';
import type { Json, Kept, RecordKey, RecordKind } from '../../feeds/record-kind.ts';
import { Refusal } from '../../shared/errors.ts';
import { objectId } from '../../shared/identifiers.ts';
import { mergePatch } from './merge-patch.ts';
import { ownEntry } from '../../shared/own-entry.ts';
import { addedBy, readRecord, recordGuard, unchangedSince } from './record-store.ts';

export type RecordWrite = KeyedWrite<string>;
export type RecordPlace = { readonly kind: RecordKind; readonly place: CompanyPlace; readonly key: RecordKey };
/** `warning`: what a feed would say about a row that it takes. */
export type Changed = { readonly record: Kept; readonly warning: string };

const refusalOf = ({ field, message, code }: RowProblem): Refusal =>
  new Refusal(code === undefined || code === 'row_invalid' ? 'body_invalid' : code, { details: [{ field, message }] });

export const requireRecord = async ({ db }: Pick<Node, 'db'>, { kind, place, key }: RecordPlace): Promise<Kept> => {
  const record = await readRecord(db, kind, place.companyId, key);
  if (record === undefined) {
    throw new Refusal('record_not_found', { message: `This company has no ${kind.one} ${key.join(', ')}.` });
  }
  return record;
};

/** A row says what it is in its address and may say so in its body, too. */
const requireSame = ({ kind, key }: RecordPlace, row: Json): void => {
  if (kind.feed.key(row as never) === key.join('/')) return;
  const details = [{ field: kind.key[0]?.name ?? '', message: `It is another ${kind.one} than the address names.` }];
  throw new Refusal('body_invalid', { details });
};

/** What the feed says about the row: throws what is wrong with it, returns what is only to be known. */
const judged = async (at: RecordPlace, row: Json, context: FeedContext): Promise<string> => {
  const { feed } = at.kind;
  const malformed = strictRowCheck(feed.schema)(row);
  if (malformed !== undefined) throw refusalOf(malformed);
  requireSame(at, row);
  const problem = (await feed.check?.([row as never], context))?.[0];
  if (problem === undefined) return '';
  if (problem.isWarning === true) return problem.message;
  throw refusalOf(problem);
};

/** `first` stands behind what is locked for all rows of a batch, so that every writer locks in the same order. */
const written = (
  { feed }: RecordKind,
  row: Json,
  context: FeedContext,
  first: readonly Statement[] = [],
): readonly Statement[] => {
  const { before = [], after = [] } = feed.around?.([row as never], context) ?? {};
  return [...before, ...first, ...feed.statements(row as never, context), ...after];
};

/** The fields that differ, before and after; all of them of what was not there or is gone. */
const difference = (
  before: Json | null,
  after: Json | null,
): { readonly before: Json | null; readonly after: Json | null } => {
  if (before === null || after === null) return { before, after };
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differs = (name: string): boolean => !isDeepStrictEqual(ownEntry(before, name), ownEntry(after, name));
  const part = (of: Json): Json => Object.fromEntries(names.filter(differs).map((name) => [name, ownEntry(of, name)]));
  return { before: part(before), after: part(after) };
};

type Told = { readonly action: 'add' | 'change' | 'remove'; readonly before: Json | null; readonly after: Json | null };
const audited = (node: Node, { kind, place, key }: RecordPlace, write: RecordWrite, told: Told): Statement =>
  auditStatement(
    {
      actor: write.actor,
      requestId: write.requestId,
      organizationId: place.organizationId,
      action: `${kind.one.replaceAll(' ', '_')}.${told.action}`,
      subject: `company/${place.companyId}/${kind.feed.name}/${key.join('/')}`,
      ...difference(told.before, told.after),
      at: node.now(),
    },
    node.random,
  );

const contextOf = (node: Node, { place }: RecordPlace): FeedContext => ({
  db: node.db,
  companyId: place.companyId,
  runId: objectId(node.random),
  at: node.now(),
  fed: 0,
});

const idOf = ({ key }: RecordPlace): string => key.join('/');

const add = async (node: Node, at: RecordPlace, row: Json, write: RecordWrite): Promise<Changed> => {
  const context = contextOf(node, at);
  const warning = await judged(at, row, context);
  await node.db.commit([
    ...write.remember(idOf(at)),
    ...written(at.kind, row, context),
    addedBy(at.kind, context, at.key),
    audited(node, at, write, { action: 'add', before: null, after: row }),
  ]);
  return { record: await requireRecord(node, at), warning };
};

type Replacement = { readonly row: Json; readonly statements?: readonly Statement[] };
const replace = async (
  node: Node,
  at: RecordPlace,
  [before, { row, statements = [] }]: readonly [Kept, Replacement],
  write: RecordWrite,
): Promise<Changed> => {
  const { kind, place } = at;
  write.checkVersion(before.version);
  const context = contextOf(node, at);
  const warning = await judged(at, row, context);
  const after = kind.completed(row as never);
  if (statements.length === 0 && isDeepStrictEqual(after, before.row)) return { record: before, warning };
  await node.db.commit([
    ...write.remember(idOf(at)),
    ...written(kind, row, context, [unchangedSince(kind, place.companyId, before)]),
    ...statements,
    audited(node, at, write, { action: 'change', before: before.row, after }),
  ]);
  return { record: await requireRecord(node, at), warning };
};

/** The whole row: adds it, or replaces what is there. `onlyNew` refuses to replace. */
export const putRecord = (
  node: Node,
  at: RecordPlace,
  { body, onlyNew }: { readonly body: Json; readonly onlyNew: boolean },
  write: RecordWrite,
): Promise<Changed> =>
  untilGuardHolds(recordGuard, async () => {
    await requireCompany(node, at.place);
    const row = { ...at.kind.named(at.key), ...body };
    const before = await readRecord(node.db, at.kind, at.place.companyId, at.key);
    if (before !== undefined && onlyNew) throw new Refusal('record_exists');
    if (before !== undefined) return replace(node, at, [before, { row }], write);
    write.checkVersion(0);
    return add(node, at, row, write);
  });

/** Fields that are left out stay as they are, also inside others; null takes a field away (RFC 7396). */
export const changeRecord = (
  node: Node,
  at: RecordPlace,
  change: Json | ((row: Json) => Json),
  write: RecordWrite,
): Promise<Changed> =>
  untilGuardHolds(recordGuard, async () => {
    await requireCompany(node, at.place);
    const before = await requireRecord(node, at);
    const given = typeof change === 'function' ? change(before.row) : change;
    const beside = at.kind.beside?.(before.row as never, given);
    const row = mergePatch(beside?.row ?? before.row, given) as Json;
    const statements = beside?.statements(at.place.companyId) ?? [];
    return replace(node, at, [before, { row, statements }], write);
  });

export const removeRecord = (node: Node, at: RecordPlace, write: RecordWrite): Promise<void> =>
  untilGuardHolds(recordGuard, async () => {
    const { kind, place } = at;
    await requireCompany(node, place);
    const before = await requireRecord(node, at);
    write.checkVersion(before.version);
    const removal = kind.removal?.(place.companyId, before.row as never);
    if (removal === undefined) throw new Refusal('method_not_allowed');
    const problem = await removal.problem?.(node.db);
    if (problem !== undefined) throw new Refusal('record_in_use', { message: problem });
    await node.db.commit([
      ...write.remember(idOf(at)),
      unchangedSince(kind, place.companyId, before),
      ...removal.statements,
      audited(node, at, write, { action: 'remove', before: before.row, after: null }),
    ]);
  });
