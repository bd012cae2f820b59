/**
 * Everything a node serves, composed on one screen: who may be a caller, which areas there are, what is measured.
 * Nothing here listens or reads the environment; `commands/serve.ts` does.
 */
import { createSecretKey } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { apiAbout, version } from './api-about.ts';
import { applicationAdminRoutes } from './applications/application-admin-routes.ts';
import { applicationProof } from './applications/application-proof.ts';
import { applicationRoutes } from './applications/application-routes.ts';
import { applicationTokenAdminRoutes } from './applications/tokens/application-token-admin-routes.ts';
import { auditAdminRoutes } from './applications/audit-admin-routes.ts';
import { applicationById, applicationFinder } from './applications/find-application.ts';
import { installationSecret } from './applications/installation-secret.ts';
import { countingPeers, type Node } from './applications/node.ts';
import { consoleRoutes } from './console/console-routes.ts';
import { sessionScope } from './operators/operator-proof.ts';
import { operatorRoutes } from './operators/operator-routes.ts';
import { peopleRoutes } from './operators/people/people-routes.ts';
import { signInDesk } from './operators/sign-in-desk.ts';
import { organizationAdminRoutes } from './applications/organizations/organization-admin-routes.ts';
import { originIsListed } from './applications/origin-statements.ts';
import { applicationOwner, type SecretName } from './applications/settings.ts';
import { openReadSources } from './read-sources.ts';
import { installBackground } from './background.ts';
import { balanceAdminRoutes } from './balances/balance-admin-routes.ts';
import { balanceRoutes } from './balances/balance-routes.ts';
import { giftCardAdminRoutes } from './balances/gift-card-admin-routes.ts';
import { cartIds } from './cart/call/cart-ids.ts';
import { cartRoutes } from './cart/cart-routes.ts';
import { knownArticles } from './cart/lines/known-articles.ts';
import type { Door } from './http/door.ts';
import { turns } from './http/limits/in-turn.ts';
import { feedAdminRoutes } from './catalog/feed/feed-admin-routes.ts';
import { importAdminRoutes } from './catalog/imports/import-admin-routes.ts';
import { catalogRecordRoutes } from './catalog/records/catalog-record-routes.ts';
import { productRoutes } from './catalog/listing/product-routes.ts';
import { baseUrl, publicPathOf } from './commands/console-link.ts';
import type { Config } from './config.ts';
import { segmentAdminRoutes } from './customers/segments/segment-admin-routes.ts';
import { customerAdminRoutes } from './customers/customer-admin-routes.ts';
import { erasureAdminRoutes } from './customers/erasure-admin-routes.ts';
import { readCustomer } from './customers/customer-store.ts';
import { customerTokens } from './customers/customer-token.ts';
import { keySets } from './customers/key-set.ts';
import { networkKeySource } from './customers/key-source.ts';
import { sessionRoutes } from './customers/session-routes.ts';
import type { ShopperKeys } from './customers/shopper.ts';
import { vatClerk } from './customers/vat/check-vat.ts';
import { wishlistRoutes } from './customers/wishlist-routes.ts';
import { gatherReads } from './db/gather-reads.ts';
import { openProver } from './db/prove.ts';
import { readSealed } from './db/sealing/sealed-values.ts';
import { areaRecords } from './delivery/delivery-records.ts';
import { deliveryReader } from './delivery/read-lanes.ts';
import { demoRoutes } from './demo/demo-routes.ts';
import { demoPaymentRoutes } from './demo/demo-payment-routes.ts';
import type { DemoCredential } from './demo/shoppers/live-shoppers.ts';
import { demoShoppersRoutes } from './demo/shoppers/demo-shoppers-routes.ts';
import { demoSignInRoutes } from './demo/demo-sign-in-routes.ts';
import { eventKeys } from './events/event-keys.ts';
import { eventRoutes } from './events/event-routes.ts';
import { eventCounting } from './events/funnels/event-counting.ts';
import { openOutbox } from './events/outbox.ts';
import { emitterRoutes } from './events/collector/emitter-routes.ts';
import { feedKinds } from './feed-kinds.ts';
import { recordKinds } from './record-kinds.ts';
import type { LogOptions } from './http/watch/access-log.ts';
import { networkReach } from './http/outgoing/resolve-names.ts';
import { tracedNode } from './traced-node.ts';
import { identifyCaller } from './identify-caller.ts';
import { guideRoutes } from './http/guide/guide-routes.ts';
import { docsRoutes } from './http/reference/docs-page.ts';
import { gatheredMetrics } from './http/workers/gathered-metrics.ts';
import { healthRoutes } from './http/watch/health-routes.ts';
import { registerDatabaseMetrics } from './http/watch/database-metrics.ts';
import { registerProcessMetrics } from './http/watch/http-metrics.ts';
import type { Peers } from './http/workers/peers.ts';
import { landingPage, landingRoutes } from './http/pages/landing-page.ts';
import { createMetrics } from './http/watch/metrics.ts';
import { collectRoutes, openApiDocument } from './http/reference/openapi.ts';
import { installRequestSignature } from './http/requests/request-signature.ts';
import { createServer } from './http/server.ts';
import { bundleScript, bundleWeb, webState } from './http/pages/web-bundle.ts';
import { clientRoutes } from './oauth/clients/client-routes.ts';
import { consentRoutes } from './oauth/consent/consent-routes.ts';
import { extensionRoutes } from './oauth/extensions/extension-routes.ts';
import { oidcRoutes } from './oauth/oidc/oidc-routes.ts';
import { openTokenService } from './oauth/oidc/oidc-service.ts';
import { tokenRoutes } from './oauth/tokens/token-routes.ts';
import { userinfoRoutes } from './oauth/oidc/userinfo-routes.ts';
import { nodeHealthRoutes } from './nodes/node-health-routes.ts';
import { letterPost } from './mail/letter-post.ts';
import { offerAdminRoutes } from './offers/admin/offer-admin-routes.ts';
import { openRules } from './offers/logic/rule-office.ts';
import { offerReader } from './offers/read-offers.ts';
import { signatureOf } from './orders/payment/payment-signature.ts';
import { simulationRoutes } from './orders/simulate/simulation-routes.ts';
import { orderRoutes } from './orders/order-routes.ts';
import { openQuotas } from './quotas/quotas.ts';
import { nodeDoor } from './node-door.ts';
import type { OnLate } from './shared/shared-load.ts';
import { openStorefront } from './storefront/open-storefront.ts';
import { shownShop } from './storefront/shown-shop.ts';
import { triedShop } from './storefront/tried-shop.ts';
import { storefrontRoutes } from './storefront/storefront-routes.ts';
import { waitingWork } from './waiting-work.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';

const DEFAULT_PORT = 8080;
const MEGABYTE = 1_048_576;
const SLOW_REQUEST_MS = 1000;
const MOST_WRITERS_OF_A_CART = 200;

type Surroundings = {
  /** Standard output when left out. */
  readonly log?: Pick<LogOptions, 'stream'>;
  /** One of its own when left out. */
  readonly door?: Door;
};

const doorOf = ({ door }: Surroundings, config: Config, peers: Peers | undefined): Door =>
  door ?? nodeDoor(config, peers);

export const createApp = async (
  given: Node,
  config: Config,
  isDraining: () => boolean,
  around: Surroundings = {},
): Promise<FastifyInstance> => {
  const publicUrl = config.publicUrl ?? new URL(baseUrl({ ...config, port: config.port || DEFAULT_PORT }));
  const publicPath = publicPathOf(publicUrl);
  const metrics = createMetrics();
  const loop = registerProcessMetrics(metrics);
  const { node, tracing, sendFor } = await tracedNode(given, config, metrics);
  const { db, keyring, now, stopwatch, random, peers } = node;
  const counting = countingPeers(node);
  registerDatabaseMetrics(metrics, db);

  const prover = config.viewCache === 0 ? undefined : openProver(db, now);

  const app = createServer({
    door: doorOf(around, config, peers),
    clock: now,
    stopwatch,
    random,
    metrics,
    identify: identifyCaller(node, config.publicUrl),
    originAllowed: (origin) => originIsListed(db, origin),
    publicPath,
    log: {
      ...around.log,
      level: config.logLevel,
      worker: peers?.number,
      sample: config.logSample,
      slowMs: SLOW_REQUEST_MS,
      chance: Math.random,
    },
    rates: {
      peers: counting,
      addressPerMinute: config.addressRequestsPerMinute,
      callerPerMinute: config.callerRequestsPerMinute,
    },
    overload: { maxInFlight: config.maxInFlight, mostWaitMs: config.queueMs },
    tracing,
    views: prover && { prover, mostBytes: config.viewCache * MEGABYTE },
  });
  app.addHook('onListen', async () => {
    loop.start();
    // Nobody said where we are reached, so it is where we listen; a port that the system chose is known only now.
    if (config.publicUrl === undefined) publicUrl.port = String((app.server.address() as AddressInfo).port);
  });
  app.addHook('onClose', async () => loop.stop());
  sendFor(app);
  const routes = collectRoutes(app);
  const lateLoads = metrics.counter('cartwright_late_loads_total', 'Shared loads that did not come and were dropped.');
  const onLate: OnLate = (what) => {
    lateLoads({ load: what });
    app.log.error({ load: what }, 'a load that requests wait for did not come; it was dropped and is begun anew');
  };

  const secretOf = (name: SecretName) => (applicationId: string) =>
    readSealed(db, keyring, applicationOwner(applicationId), name);
  const judged = metrics.counter(
    'cartwright_request_signatures_total',
    'Signatures of applications, as they were found.',
  );
  installRequestSignature(app, {
    clock: now,
    secretOf: secretOf('request_signature_secret'),
    onJudged: (mode, verdict) => judged({ mode, verdict }),
  });
  const reach = networkReach(config.allowPrivateAddresses);
  const keySource = networkKeySource(reach, (url, error) =>
    app.log.warn({ err: error, url }, 'the keys of a customer token cannot be had'),
  );
  const shopperKeys: ShopperKeys = {
    clock: now,
    verifyCustomerToken: customerTokens({
      findKey: keySets(keySource, stopwatch),
      secretOf: secretOf('customer_token_secret'),
    }),
    anonymousSecrets: [createSecretKey(await installationSecret(node, 'anonymous_tokens'))],
  };

  const checks = { database: db.ready };
  const renderMetrics = gatheredMetrics(peers, metrics);
  healthRoutes(app, { version, renderMetrics, metricsToken: config.metricsToken, isDraining, checks });
  const landing = landingPage(version, publicPath);
  const shopIsShown = config.storefront === 'on';
  const shop = shownShop(node);
  const tried = shopIsShown ? triedShop(db, shop) : async () => undefined;
  docsRoutes(app, { document: () => openApiDocument(routes(), apiAbout(publicUrl)), publicPath, tried });
  guideRoutes(app, { publicPath });
  const welcome = landingPage(version, publicPath, shopIsShown);
  landingRoutes(app, welcome, shopIsShown ? ['/welcome'] : ['/welcome', '/']);
  demoRoutes(app);

  await app.register(applicationRoutes);
  await app.register(feedAdminRoutes, { node, kinds: feedKinds });
  await app.register(importAdminRoutes, { node, kinds: feedKinds, mostBytes: config.importMegabytes * MEGABYTE });
  await app.register(catalogRecordRoutes, { node, kinds: recordKinds, areas: areaRecords, config, metrics });
  await app.register(organizationAdminRoutes, { node });
  await app.register(applicationAdminRoutes, { node });
  await app.register(applicationTokenAdminRoutes, { node });
  await app.register(auditAdminRoutes, { node });
  await app.register(nodeHealthRoutes, { node, version, queues: () => waitingWork(db) });
  const web = webState();
  await app.register(consoleRoutes, { node, bundle: await bundleWeb('console', web), publicPath, publicUrl, version });
  const desk = signInDesk(node);
  await app.register(operatorRoutes, { node, publicUrl: config.publicUrl, desk });
  const post = letterPost(node, config.smtpUrl !== undefined);
  await app.register(peopleRoutes, { node, publicUrl, scope: sessionScope(config.publicUrl), desk, post });
  const service = await openTokenService({ ...node, peers: counting }, publicUrl);
  await app.register(oidcRoutes, { node, service });
  await app.register(tokenRoutes, { node, service });
  await app.register(userinfoRoutes, { node, service });
  await app.register(extensionRoutes, { node, throttle: service.throttle });
  await app.register(consentRoutes, { node, service, publicUrl: config.publicUrl });
  await app.register(clientRoutes, { node, pageSecret: await installationSecret(node, 'page_tokens') });
  const gathering = gatherReads(db);
  const reading = { node, gathering, publicUrl, stamp: prover?.stamp, onLate, metrics };
  const { catalog, listed, products, old } = openReadSources(reading);
  const rules = openRules(app, { node, reach, metrics });
  await app.register(offerAdminRoutes, { node, readKnown: knownArticles(catalog, now), ...rules });
  await app.register(simulationRoutes, { node, catalog });
  const delivery = deliveryReader(gathering, onLate);
  await app.register(productRoutes, { from: listed, now });
  if (shopIsShown) {
    const onFault = (err: unknown): void => app.log.error({ err }, 'page not drawn');
    const sources = { node, catalog, products, delivery, onLate, onFault, shop, publicPath, publicUrl, landing, web };
    await app.register(storefrontRoutes, await openStorefront(sources));
  }
  await app.register(emitterRoutes, { emitter: await bundleScript('emitter/main.ts', web) });
  const keysOfEvents = eventKeys(await installationSecret(node, 'events'));
  const outbox = openOutbox(keysOfEvents);
  const quotas = openQuotas({
    clock: now,
    secret: createSecretKey(await installationSecret(node, 'quotas')),
    metrics,
  });
  const services = {
    node: { ...node, db: gathering },
    catalog,
    delivery,
    offers: offerReader(gathering, { onLate }),
    ask: rules.ask,
    ids: cartIds(createSecretKey(await installationSecret(node, 'cart_ids'))),
    stamp: prover?.stamp,
    inTurn: turns({ waitMs: config.waitMs, mostWaiting: MOST_WRITERS_OF_A_CART }),
    quotas,
    outbox,
    ensureVatCheck: vatClerk({ node, reach, quotas }),
  };
  await app.register(cartRoutes, { services, keys: shopperKeys, publicUrl });
  await app.register(orderRoutes, { services, keys: shopperKeys, publicUrl, reach, old });
  await app.register(customerAdminRoutes, { node });
  await app.register(segmentAdminRoutes, { node });
  await app.register(erasureAdminRoutes, { node, hashOf: keysOfEvents.hashOf });
  const isCustomer = async (applicationId: string, userId: string): Promise<boolean> =>
    (await readCustomer(db, applicationId, userId)) !== undefined;
  await app.register(demoSignInRoutes, { node, isCustomer });
  await app.register(demoShoppersRoutes, { node });
  await app.register(demoPaymentRoutes, { node, sign: signatureOf });
  await app.register(wishlistRoutes, { node, keys: shopperKeys, catalog, outbox, quotas });
  await app.register(balanceRoutes, { node, quotas, keys: shopperKeys });
  await app.register(balanceAdminRoutes, { node });
  await app.register(giftCardAdminRoutes, { node });
  const countingEvents = eventCounting(db, now, metrics);
  await app.register(eventRoutes, {
    node: { ...node, peers: counting },
    old,
    metrics,
    counting: db.writesInTurn === true ? countingEvents : undefined,
    keys: keysOfEvents,
    proveApplication: applicationProof(applicationFinder(db), now),
    findApplication: applicationById(db),
  });
  await app.register(sessionRoutes, { keys: shopperKeys, random, publicUrl });
  await app.register(webhookRoutes, { desk: { node, reach } });
  const demoCredential = async (): Promise<DemoCredential | undefined> => {
    const { shop: { application_id: applicationId, application_token: applicationToken } = {}, caller } =
      (await shop()) ?? {};
    if (caller === undefined || applicationId === undefined || applicationToken === undefined) return undefined;
    return { companyId: caller.companyId, applicationId, applicationToken };
  };
  const shown = shopIsShown && { demoCredential };
  installBackground(app, { node, reach, metrics, config, counting: countingEvents, shop: services, tracing, ...shown });
  await app.ready();
  return app;
};
