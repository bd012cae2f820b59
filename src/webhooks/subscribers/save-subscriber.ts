/** Use cases: make a subscriber, change one, and whichever of the two it takes. What is left out of a change stays as it is. */
import { isDeepStrictEqual } from 'node:util';
import { readApplication } from '../../applications/application-store.ts';
import { auditStatement } from '../../applications/audit-statements.ts';
import { type CompanyPlace, requireCompany } from '../../applications/named-place.ts';
import type { Author, Node } from '../../applications/node.ts';
import { holdCompany } from '../../applications/organization-store.ts';
import type { KeyedWrite } from '../../applications/write-once.ts';
import type { WrittenSubscriber } from '../../contract/events/webhook-contract.ts';
import { guardFailed, type Statement } from '../../db/database.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import { type FieldProblem, Refusal } from '../../shared/errors.ts';
import { addressProblems, type Reach } from '../../http/outgoing/check-address.ts';
import { documentOf, headerMask, headersOf, subscriberProblems } from './subscriber-rules.ts';
import { newSecret } from '../../http/outgoing/sign-delivery.ts';
import { keepSecrets, readReceiver, type SubscriberSecrets, withSecret } from './subscriber-secrets.ts';
import {
  insertSubscriber,
  nameGuard,
  readSubscriber,
  subscriberByName,
  subscriberGuard,
  takeSubscriberId,
  updateSubscriber,
} from './subscriber-store.ts';
import type { Subscriber, SubscriberDocument } from './subscriber.ts';

export type SubscriberRequest = KeyedWrite<number> & {
  /** The client that calls, who is the extension where none is named. */
  readonly clientId: string | null;
};
export type Saved = {
  readonly subscriber: Subscriber;
  /** A secret that was made here: it is shown this once. */
  readonly madeSecret?: string;
};
export type Desk = { readonly node: Node; readonly reach: Reach };

const HOUR = 3_600_000;
/** For how long the secret before goes on signing beside the new one. */
export const OVERLAP_MS = 24 * HOUR;

const noteOf = ({ name, extensionId, state, document }: Subscriber) => ({ name, extensionId, state, ...document });

export const subscriberAt = async (node: Node, place: CompanyPlace, id: number): Promise<Subscriber> => {
  await requireCompany(node, place);
  const found = await readSubscriber(node.db, place.companyId, id);
  if (found === undefined) throw new Refusal('webhook_subscriber_not_found');
  return found;
};

const applicationProblems = async (
  { db }: Node,
  place: CompanyPlace,
  { applicationIds }: SubscriberDocument,
): Promise<readonly FieldProblem[]> => {
  const known = await Promise.all(
    (applicationIds ?? []).map((applicationId) => readApplication(db, { ...place, applicationId })),
  );
  return known.flatMap((application, at) =>
    application === undefined
      ? [{ field: `association.application_id[${at}]`, message: 'No such application in this company.' }]
      : [],
  );
};

type Change = { readonly before: Subscriber | null; readonly after: Subscriber };

const check = async (
  { node, reach }: Desk,
  place: CompanyPlace,
  written: WrittenSubscriber,
  { before, after: next }: Change,
) => {
  const details = [
    ...subscriberProblems(written, next.document, before?.document.headerNames ?? []),
    ...(await addressProblems(next.document.url, reach)),
    ...(await applicationProblems(node, place, next.document)),
  ];
  if (details.length > 0) throw new Refusal('webhook_subscriber_invalid', { details });
};

const audited = (
  { random }: Node,
  { organizationId }: CompanyPlace,
  { actor, requestId }: Author,
  { before, after }: Change,
): Statement =>
  auditStatement(
    {
      actor,
      requestId,
      organizationId,
      action: before === null ? 'webhook_subscriber.add' : 'webhook_subscriber.change',
      subject: `webhook_subscriber/${after.id}`,
      before: before && noteOf(before),
      after: noteOf(after),
      at: after.modifiedAt,
    },
    random,
  );

const nameTaken = (): Refusal =>
  new Refusal('name_taken', { details: [{ field: 'name', message: 'The company has a subscriber of this name.' }] });

export const addSubscriber = async (
  desk: Desk,
  place: CompanyPlace,
  written: WrittenSubscriber & { readonly name: string },
  request: SubscriberRequest,
): Promise<Saved> => {
  const { node } = desk;
  await requireCompany(node, place);
  const at = node.now();
  const draft: Subscriber = {
    id: 0,
    companyId: place.companyId,
    name: written.name,
    extensionId: written.association?.extension_id ?? request.clientId,
    state: written.status ?? 'active',
    version: 1,
    createdAt: at,
    modifiedAt: at,
    modifiedBy: request.actor,
    resumedAt: at,
    document: documentOf(written),
  };
  await check(desk, place, written, { before: null, after: draft });
  const given = written.auth_meta?.secret ?? '';
  const secret = given === '' ? newSecret(node.random) : given;
  const subscriber = { ...draft, id: await takeSubscriberId(node.db) };
  const headers = headersOf(written.custom_headers, {});
  try {
    await node.db.commit([
      ...request.remember(subscriber.id),
      holdCompany(place.companyId),
      insertSubscriber(subscriber),
      keepSecrets(node, subscriber.id, { secrets: withSecret([], secret, at, 0), headers }, at),
      audited(node, place, request, { before: null, after: subscriber }),
    ]);
  } catch (error) {
    if (!guardFailed(error, nameGuard)) throw error;
    const other = await subscriberByName(node.db, place.companyId, written.name);
    throw other === undefined ? new Refusal('webhook_subscriber_limit_reached') : nameTaken();
  }
  return { subscriber, ...(given === '' ? { madeSecret: secret } : {}) };
};

/** To set a subscriber active is to let him in again, whoever shut him out. */
const changed = (before: Subscriber, written: WrittenSubscriber, modifiedBy: string, at: number): Subscriber => {
  const state = written.status ?? before.state;
  return {
    ...before,
    name: written.name ?? before.name,
    extensionId: written.association?.extension_id ?? before.extensionId,
    state,
    version: before.version + 1,
    modifiedAt: Math.max(before.modifiedAt, at),
    modifiedBy,
    resumedAt: state === 'active' && before.state !== 'active' ? at : before.resumedAt,
    document: documentOf(written, before.document),
  };
};

/**
 * What was given for one receiver is not sent to another: a new address comes with its own secret and headers. Whoever may
 * change the address may not read the headers, and must not be able to have them sent to himself.
 */
const carriedOver = (before: Subscriber, after: Subscriber, written: WrittenSubscriber): readonly FieldProblem[] => {
  if (after.document.url === before.document.url) return [];
  const given = written.custom_headers;
  const masked = Object.entries(given ?? {}).filter(([, value]) => value === headerMask);
  return [
    ...((written.auth_meta?.secret ?? '') === ''
      ? [{ field: 'auth_meta.secret', message: 'The address is another: give the secret of its receiver with it.' }]
      : []),
    ...(given === undefined && before.document.headerNames.length > 0
      ? [{ field: 'custom_headers', message: 'The address is another: give its headers again, or {} for none.' }]
      : []),
    ...masked.map(([name]) => ({
      field: `custom_headers.${name}`,
      message: 'The address is another: give the value of this header again.',
    })),
  ];
};

const secretsAfter = (
  before: SubscriberSecrets,
  written: WrittenSubscriber,
  { at, overlapMs }: { readonly at: number; readonly overlapMs: number },
): SubscriberSecrets => {
  const secret = written.auth_meta?.secret ?? '';
  const isNew = secret !== '' && (secret !== before.secrets[0].secret || overlapMs === 0);
  return {
    secrets: isNew ? withSecret(before.secrets, secret, at, overlapMs) : before.secrets,
    headers: headersOf(written.custom_headers, before.headers),
  };
};

export const changeSubscriber = (
  desk: Desk,
  place: CompanyPlace,
  { id, written }: { readonly id: number; readonly written: WrittenSubscriber },
  request: SubscriberRequest,
): Promise<Saved> =>
  untilGuardHolds(subscriberGuard, async () => {
    const { node } = desk;
    const before = await subscriberAt(node, place, id);
    request.checkVersion(before.version);
    const at = node.now();
    const after = changed(before, written, request.actor, at);
    const details = carriedOver(before, after, written);
    if (details.length > 0) throw new Refusal('webhook_subscriber_invalid', { details });
    await check(desk, place, written, { before, after });
    const { secrets: kept } = await readReceiver(node, id);
    const isMoved = after.document.url !== before.document.url;
    const secrets = secretsAfter(kept, written, { at, overlapMs: isMoved ? 0 : OVERLAP_MS });
    if (isDeepStrictEqual([noteOf(before), kept], [noteOf(after), secrets])) return { subscriber: before };
    const other = await subscriberByName(node.db, place.companyId, after.name);
    if (other !== undefined && other.id !== id) throw nameTaken();
    await node.db.commit([
      ...request.remember(id),
      updateSubscriber(after),
      keepSecrets(node, id, secrets, at),
      audited(node, place, request, { before, after }),
    ]);
    return { subscriber: after };
  });

/** By name: changes the subscriber there is, or makes one. */
export const upsertSubscriber = async (
  desk: Desk,
  place: CompanyPlace,
  written: WrittenSubscriber & { readonly name: string },
  request: SubscriberRequest,
): Promise<Saved> => {
  await requireCompany(desk.node, place);
  const known = await subscriberByName(desk.node.db, place.companyId, written.name);
  if (known !== undefined) return changeSubscriber(desk, place, { id: known.id, written }, request);
  try {
    return await addSubscriber(desk, place, written, request);
  } catch (error) {
    // An equal request made it meanwhile.
    const made = error instanceof Refusal && error.code === 'name_taken';
    const other = made ? await subscriberByName(desk.node.db, place.companyId, written.name) : undefined;
    if (other === undefined) throw error;
    return changeSubscriber(desk, place, { id: other.id, written }, request);
  }
};

export type Rotation = { readonly secret: string | undefined; readonly overlapMs: number };

/** Gives a subscriber a new secret; the ones before it go on signing for as long as is said. */
export const rotateSecret = (
  { node }: Desk,
  place: CompanyPlace,
  { id, rotation: { secret, overlapMs } }: { readonly id: number; readonly rotation: Rotation },
  request: SubscriberRequest,
): Promise<Saved & { readonly secrets: SubscriberSecrets }> =>
  untilGuardHolds(subscriberGuard, async () => {
    const before = await subscriberAt(node, place, id);
    request.checkVersion(before.version);
    const at = node.now();
    const made = secret ?? newSecret(node.random);
    const { secrets: kept } = await readReceiver(node, id);
    const secrets = { ...kept, secrets: withSecret(kept.secrets, made, at, overlapMs) };
    const after = { ...before, version: before.version + 1, modifiedAt: at, modifiedBy: request.actor };
    await node.db.commit([
      ...request.remember(id),
      updateSubscriber(after),
      keepSecrets(node, id, secrets, at),
      audited(node, place, request, { before, after }),
    ]);
    return { subscriber: after, secrets, ...(secret === undefined ? { madeSecret: made } : {}) };
  });
