/** The provider an application is paid through: its keys, sealed as one value, and never shown again. */
import type { ApplicationPlace } from '../../applications/application-store.ts';
import { auditStatement } from '../../applications/audit-statements.ts';
import { namedApplication } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import { applicationOwner, paymentProvider } from '../../applications/settings.ts';
import type { AuthoredWrite } from '../../applications/write-once.ts';
import type { ProviderSettings, ProviderView } from '../../contract/orders/provider-contract.ts';
import { dropSealed, putSealed, readSealed } from '../../db/sealing/sealed-values.ts';
import { guardAddress } from '../../http/outgoing/address-guard.ts';
import { Refusal } from '../../shared/errors.ts';
import type { ProviderReach } from './provider-call.ts';

export type { ProviderSettings };

export const readProvider = async (
  { db, keyring }: Pick<Node, 'db' | 'keyring'>,
  applicationId: string,
): Promise<ProviderSettings | undefined> => {
  const sealed = await readSealed(db, keyring, applicationOwner(applicationId), paymentProvider);
  return sealed === undefined ? undefined : (JSON.parse(sealed) as ProviderSettings);
};

export const providerView = (settings: ProviderSettings | undefined): ProviderView => ({
  provider: settings?.provider ?? null,
  key_id: settings?.key_id ?? null,
  capture: settings?.capture ?? null,
  refunds: settings === undefined ? null : (settings.refunds ?? 'by_hand'),
  api_url: settings?.api_url ?? null,
  secret_set: settings !== undefined,
  webhook_secret_set: settings !== undefined,
});

const told = (settings: ProviderSettings | undefined) =>
  settings && {
    provider: settings.provider,
    key_id: settings.key_id,
    capture: settings.capture,
    refunds: settings.refunds,
    api_url: settings.api_url,
  };

const checkAddress = async (reach: ProviderReach, url: string | undefined): Promise<void> => {
  if (url === undefined) return;
  const verdict = await guardAddress(url, reach.policy, reach.resolve);
  if (!('refused' in verdict)) return;
  const message = `This address cannot be called from here: ${verdict.refused}.`;
  throw new Refusal('settings_invalid', { details: [{ field: 'api_url', message }] });
};

/** Undefined takes it away. */
export const setProvider = async (
  node: Node,
  reach: ProviderReach,
  { place, settings }: { readonly place: ApplicationPlace; readonly settings: ProviderSettings | undefined },
  { remember, actor, requestId }: AuthoredWrite<string>,
): Promise<void> => {
  const { id } = await namedApplication(node, place);
  await checkAddress(reach, settings?.api_url);
  const before = await readProvider(node, id);
  const at = node.now();
  const owner = applicationOwner(id);
  await node.db.commit([
    ...remember(id),
    settings === undefined
      ? dropSealed(owner, paymentProvider)
      : putSealed(node.keyring, { owner, name: paymentProvider, plaintext: JSON.stringify(settings), at }),
    auditStatement(
      {
        actor,
        requestId,
        organizationId: place.organizationId,
        action: 'payment_provider.change',
        subject: `application/${id}`,
        before: told(before) ?? null,
        after: told(settings) ?? null,
        at,
      },
      node.random,
    ),
  ]);
};
