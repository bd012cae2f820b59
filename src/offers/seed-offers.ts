/** Use case: the first offers of an application, all of them or none, and only while it has never had any. */
import { namedApplication } from '../applications/named-place.ts';
import type { ApplicationPlace } from '../applications/application-store.ts';
import { auditStatement } from '../applications/audit-statements.ts';
import type { Author, Node } from '../applications/node.ts';
import type { ConfigurationBody } from '../contract/offers/offer-configuration-contract.ts';
import { guardFailed, type Statement } from '../db/database.ts';
import { Refusal } from '../shared/errors.ts';
import { objectId } from '../shared/identifiers.ts';
import { planConfiguration } from './configurations/change-configuration.ts';
import { planOffer, zonesFor } from './change-offer.ts';
import { offerRows } from './commit-offer.ts';
import { makeAllCodes } from './codes/make-codes.ts';
import { type Definition, isBulk, type OfferKind } from './offer.ts';
import { readOfferVersion } from './offer-store.ts';

export type SeedOffers = {
  readonly offers: readonly { readonly kind: OfferKind; readonly body: Definition }[];
  readonly configurations: readonly ConfigurationBody[];
};

/** The mark that an application has had offers; its second insert breaks the guard. */
const firstVersion = (applicationId: string): Statement => ({
  sql: `insert into offer_version (application_id, version) values (?, 1) on conflict (application_id) do nothing`,
  params: [applicationId],
  guard: { name: 'first_offers', rows: 1 },
});

/** Answers how many offers were added: none when the application has had some before. */
export const seedOffers = async (
  node: Node,
  place: ApplicationPlace,
  { offers, configurations }: SeedOffers,
  { actor, requestId }: Author,
): Promise<number> => {
  const { applicationId, organizationId } = place;
  // Looked up first: what was seeded once is the merchant's, and need not fit what his places and settings are now.
  if ((await readOfferVersion(node.db, applicationId)) > 0) return 0;
  const application = await namedApplication(node, place);
  const bodies = offers.map(({ body }) => body);
  const zones = await zonesFor(node, place, bodies);
  const at = node.now();
  // One after the other in time, so that lists show them in the order in which they were written.
  const planned = offers.map(({ kind, body }, index) =>
    planOffer({ kind, body }, application, zones, { id: objectId(node.random), by: actor, at: at + index }),
  );
  const told = { actor, requestId, organizationId, action: 'offers.seed', subject: `application/${applicationId}`, at };
  try {
    await node.db.commit([
      firstVersion(applicationId),
      ...planned.flatMap((after) => offerRows(applicationId, { after, action: 'add', at })),
      ...configurations.map((given) => planConfiguration(node, application, given, { modifiedBy: actor, at }).row),
      auditStatement({ ...told, before: null, after: { offers: planned.length } }, node.random),
    ]);
  } catch (error) {
    if (guardFailed(error, 'first_offers')) return 0;
    if (guardFailed(error, 'offer_code')) throw new Refusal('code_taken', { cause: error });
    throw error;
  }
  for (const { id } of planned.filter(({ definition }) => isBulk(definition))) {
    await makeAllCodes(node, applicationId, id);
  }
  return planned.length;
};
