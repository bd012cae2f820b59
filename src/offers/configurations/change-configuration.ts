/** Use cases: add, change and remove cart configurations. */
import type { Application, ApplicationPlace } from '../../applications/application-store.ts';
import { auditStatement } from '../../applications/audit-statements.ts';
import { namedApplication, type WorkPlace } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import type { KeyedWrite } from '../../applications/write-once.ts';
import type { ConfigurationBody } from '../../contract/offers/offer-configuration-contract.ts';
import { guardFailed, type Statement } from '../../db/database.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import { completeConfiguration, configurationProblems, slugOf, universalSlug } from './configuration-rules.ts';
import {
  deleteConfiguration,
  insertConfiguration,
  readConfiguration,
  slugIsTaken,
  type StoredConfiguration,
  updateConfiguration,
} from './configuration-store.ts';
import { raiseOfferVersion } from '../offer-statements.ts';
import { currencyOf } from '../../shared/currency.ts';
import { Refusal } from '../../shared/errors.ts';
import { objectId } from '../../shared/identifiers.ts';
import { isDeepStrictEqual } from 'node:util';

export type ConfigurationRequest = KeyedWrite<string>;

export const configurationAt = async (
  node: Node,
  place: ApplicationPlace,
  id: string,
): Promise<StoredConfiguration> => {
  const { createdAt } = await namedApplication(node, place);
  const found = await readConfiguration(node.db, place, id, createdAt);
  if (found === undefined) throw new Refusal('cart_configuration_not_found');
  return found;
};

/** What the service itself decides about a configuration, and answers beside it. */
const decidedByUs = ['id', '_id', 'app_id', 'company_id', 'created_on', 'updated_on', 'last_modified_by', 'items'];
const givenPart = (body: ConfigurationBody): ConfigurationBody =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !decidedByUs.includes(name)));

/** `currency`: the application's. */
const check = (id: string, given: ConfigurationBody, currency: string): string => {
  const configuration = completeConfiguration(id, given);
  const details = configurationProblems(configuration, currencyOf(currency).exponent);
  if (details.length > 0) throw new Refusal('cart_configuration_invalid', { details });
  return configuration.slug;
};
const slugTaken = (): Refusal =>
  new Refusal('name_taken', { details: [{ field: 'slug', message: 'This slug is taken.' }] });

type Change = {
  readonly row: Statement;
  readonly action: 'add' | 'change' | 'remove';
  readonly id: string;
  readonly before: ConfigurationBody | null;
  readonly after: ConfigurationBody | null;
  readonly at: number;
};
const commit = async ({ node, place }: WorkPlace, request: ConfigurationRequest, change: Change) => {
  const { actor, requestId } = request;
  const { before, after, at, id } = change;
  const { organizationId } = place;
  const told = { actor, requestId, organizationId, action: `cart_configuration.${change.action}`, before, after, at };
  await node.db.commit([
    ...request.remember(id),
    change.row,
    raiseOfferVersion(place.applicationId),
    auditStatement({ ...told, subject: `cart_configuration/${id}` }, node.random),
  ]);
};

/** Without a name or tags it is the universal cart, of which there is one. */
const isUniversal = ({ is_universal, name, slug, article_tags }: ConfigurationBody): boolean =>
  is_universal ?? (name === undefined && slug === undefined && (article_tags ?? []).length === 0);

/** A new configuration that may be kept, and its row. */
export const planConfiguration = (
  { random }: Pick<Node, 'random'>,
  { id: applicationId, settings: { currency } }: Pick<Application, 'id' | 'settings'>,
  body: ConfigurationBody,
  { modifiedBy, at }: { readonly modifiedBy: string; readonly at: number },
): { readonly added: StoredConfiguration; readonly row: Statement } => {
  const universal = isUniversal(body);
  const id = universal ? applicationId : objectId(random);
  const slug = universal ? universalSlug : (body.slug ?? slugOf(body.name ?? ''));
  const given = { ...givenPart(body), is_universal: universal, slug };
  check(id, given, currency);
  const added = { id, version: 1, createdAt: at, modifiedAt: at, modifiedBy, given };
  return { added, row: insertConfiguration(applicationId, slug, added) };
};

export const addConfiguration = async (
  work: WorkPlace,
  body: ConfigurationBody,
  request: ConfigurationRequest,
): Promise<StoredConfiguration> => {
  const { node, place } = work;
  const application = await namedApplication(node, place);
  const at = node.now();
  const { added, row } = planConfiguration(node, application, body, { modifiedBy: request.actor, at });
  try {
    await commit(work, request, { row, action: 'add', id: added.id, before: null, after: added.given, at });
  } catch (error) {
    if (guardFailed(error, 'configuration_slug')) throw slugTaken();
    throw error;
  }
  return added;
};

type Changing = (before: StoredConfiguration) => Promise<StoredConfiguration>;

/** On the version that the caller knows, if he says one. */
const fromCurrent = ({ node, place }: WorkPlace, id: string, request: ConfigurationRequest, change: Changing) =>
  untilGuardHolds('configuration_row', async () => {
    const before = await configurationAt(node, place, id);
    request.checkVersion(before.version);
    return change(before);
  });

/** What is left out stays as it is. */
export const changeConfiguration = (
  work: WorkPlace,
  { id, body }: { readonly id: string; readonly body: ConfigurationBody },
  request: ConfigurationRequest,
): Promise<StoredConfiguration> =>
  fromCurrent(work, id, request, async (before) => {
    const { node, place } = work;
    const at = node.now();
    const given = { ...before.given, ...givenPart(body), is_universal: id === place.applicationId };
    const slug = check(id, given, (await namedApplication(node, place)).settings.currency);
    if (isDeepStrictEqual(given, before.given)) return before;
    if (await slugIsTaken(node.db, place.applicationId, slug, id)) throw slugTaken();
    const after = { ...before, given, modifiedAt: at, modifiedBy: request.actor };
    const isNew = before.version === 0;
    const row = isNew
      ? { ...insertConfiguration(place.applicationId, slug, after), guard: { name: 'configuration_row', rows: 1 } }
      : updateConfiguration(place.applicationId, slug, after);
    await commit(work, request, { row, action: 'change', id, before: before.given, after: given, at });
    return { ...after, version: before.version + 1 };
  });

/** The universal cart cannot go; removed, it would only be back with its defaults. */
export const removeConfiguration = (
  work: WorkPlace,
  id: string,
  request: ConfigurationRequest,
): Promise<StoredConfiguration> =>
  fromCurrent(work, id, request, async (before) => {
    const { node, place } = work;
    if (id === place.applicationId) {
      const message = 'Every application has a universal cart. Change it instead.';
      throw new Refusal('cart_configuration_invalid', { message });
    }
    const row = deleteConfiguration(place.applicationId, before);
    const at = node.now();
    await commit(work, request, { row, action: 'remove', id, before: before.given, after: null, at });
    return before;
  });
