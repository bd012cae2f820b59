/** Use case: change an application's settings. The settings, the sealed secrets, the origins and the audit move together. */
import { isDeepStrictEqual } from 'node:util';
import { type Application, type ApplicationPlace, readApplication, updateSettings } from './application-store.ts';
import { auditStatement } from './audit-statements.ts';
import type { Node } from './node.ts';
import { originStatements } from './origin-statements.ts';
import type { SecretState } from './settings-rules.ts';
import { applicationOwner, changedSettings, checkSettings, type SecretName, secretNames } from './settings.ts';
import type { KeyedWrite } from './write-once.ts';
import type { ApplicationChange, ApplicationSettings } from '../contract/applications/application-contract.ts';
import type { Statement } from '../db/database.ts';
import type { Keyring } from '../db/sealing/keyring.ts';
import { dropSealed, putSealed } from '../db/sealing/sealed-values.ts';
import { untilGuardHolds } from '../db/until-guard-holds.ts';
import { Refusal } from '../shared/errors.ts';

export const changeApplication = (
  node: Node,
  place: ApplicationPlace,
  change: ApplicationChange,
  request: KeyedWrite<number>,
): Promise<Application> =>
  untilGuardHolds('application_version', async () => {
    const before = await readApplication(node.db, place);
    if (before === undefined) throw new Refusal('application_not_found');
    request.checkVersion(before.version);
    const settings = changedSettings(before.settings, change);
    const secret = (name: SecretName): SecretState => stateAfter(change[name], before.secretsSet[name]);
    const secrets = {
      customer_token_secret: secret('customer_token_secret'),
      request_signature_secret: secret('request_signature_secret'),
      payment_secret: secret('payment_secret'),
    };
    checkSettings(settings, secrets);
    const changesSecrets = secretNames.some((name) => change[name] !== undefined);
    if (!changesSecrets && isDeepStrictEqual(settings, before.settings)) return before;
    const at = node.now();
    const after: Application = {
      ...before,
      version: before.version + 1,
      modifiedAt: at,
      settings,
      secretsSet: {
        customer_token_secret: secrets.customer_token_secret !== false,
        request_signature_secret: secrets.request_signature_secret !== false,
        payment_secret: secrets.payment_secret !== false,
      },
    };
    await node.db.commit([
      ...request.remember(after.version),
      updateSettings(before.id, before.version, settings, at),
      ...secretNames.flatMap((name) => secretStatements(node.keyring, before.id, { name, given: change[name] }, at)),
      ...originStatements(before.id, before.settings, settings),
      auditStatement(
        {
          actor: request.actor,
          requestId: request.requestId,
          organizationId: place.organizationId,
          action: 'application.change',
          subject: `application/${before.id}`,
          ...difference(before, after, change),
          at,
        },
        node.random,
      ),
    ]);
    return after;
  });

const stateAfter = (given: string | null | undefined, isSet: boolean): SecretState =>
  given === undefined ? isSet : (given ?? false);

const secretStatements = (
  keyring: Keyring,
  applicationId: string,
  { name, given }: { readonly name: SecretName; readonly given: string | null | undefined },
  at: number,
): readonly Statement[] => {
  const owner = applicationOwner(applicationId);
  if (given === undefined) return [];
  return [given === null ? dropSealed(owner, name) : putSealed(keyring, { owner, name, plaintext: given, at })];
};

/** What the audit tells: the fields that differ, and of a secret only whether one was kept and that it was changed. */
const difference = (before: Application, after: Application, change: ApplicationChange) => {
  const fields = (Object.keys(after.settings) as (keyof ApplicationSettings)[]).filter(
    (field) => !isDeepStrictEqual(before.settings[field], after.settings[field]),
  );
  const told = secretNames.filter((name) => change[name] !== undefined);
  const view = ({ settings, secretsSet }: Application) => ({
    ...Object.fromEntries(fields.map((field) => [field, settings[field]])),
    ...Object.fromEntries(told.map((name) => [`${name}_set`, secretsSet[name]])),
  });
  return { before: view(before), after: view(after) };
};
