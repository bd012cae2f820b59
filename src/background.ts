/** What works while a node serves, once a node: deliveries, figures, the sink. What is done now and then is in sweeps.ts. */
import { availableParallelism } from 'node:os';
import type { FastifyInstance } from 'fastify';
import type { Node } from './applications/node.ts';
import { applicationById } from './applications/find-application.ts';
import { importWorker } from './catalog/imports/run-imports.ts';
import type { Config } from './config.ts';
import { vatWorker } from './customers/vat/check-vat.ts';
import { demoShoppers, type LiveShoppers } from './demo/shoppers/live-shoppers.ts';
import type { EventCounting } from './events/funnels/event-counting.ts';
import { funnelWorker } from './events/funnels/funnel-worker.ts';
import { feedKinds } from './feed-kinds.ts';
import { mailWorker } from './mail/mail-worker.ts';
import { refundWorker } from './orders/providers/send-due-refunds.ts';
import type { SimulationShop } from './orders/simulate/recorded-carts.ts';
import { threadsBeside } from './orders/simulate/simulation-threads.ts';
import { simulationWorker } from './orders/simulate/run-simulations.ts';
import { orderPost } from './order-post.ts';
import { smtpSender } from './mail/smtp.ts';
import type { Metrics } from './http/watch/metrics.ts';
import type { Tracing } from './http/watch/otlp/tracing.ts';
import { doesOnce } from './http/workers/peers.ts';
import type { Reach } from './http/outgoing/check-address.ts';
import { natsSink } from './webhooks/sinks/nats-sink.ts';
import { webhookWorker } from './webhooks/webhook-worker.ts';

export type Background = Readonly<{
  node: Node;
  reach: Reach;
  metrics: Metrics;
  config: Config;
  counting: EventCounting;
  shop: SimulationShop;
  tracing?: Pick<Tracing, 'handOn'> | undefined;
  /** As whom made-up shoppers of a demo shop call; left out where no storefront is shown. */
  demoCredential?: LiveShoppers['credential'];
}>;
type Worker = { readonly start: () => void; readonly stop: () => Promise<void> };

const whileListening = (app: FastifyInstance, worker: Worker): void => {
  app.addHook('onListen', async () => worker.start());
  app.addHook('onClose', () => worker.stop());
};

export const installBackground = (app: FastifyInstance, background: Background): void => {
  const { node, reach, metrics, config, counting, shop, tracing, demoCredential: credential } = background;
  const handOn = tracing?.handOn;
  const { db, now, stopwatch, peers, random } = node;
  if (!doesOnce(peers)) return;
  const chance = Math.random;
  const tell = (failing: string, again: string) => ({
    onFailure: (error: unknown): void => app.log.error({ err: error }, failing),
    onRecovery: (failures: number): void => app.log.info({ failures }, again),
  });
  if (config.webhooks === 'on') {
    const told = tell('webhooks could not be delivered', 'webhooks are delivered again');
    whileListening(app, webhookWorker({ node, reach, metrics, handOn, lanes: config.webhookLanes, chance, ...told }));
  }
  const toldOfImports = tell('an import could not go on', 'imports go on again');
  whileListening(app, importWorker({ node, kinds: feedKinds, metrics, chance, ...toldOfImports }));
  const toldOfSimulations = tell('a simulation could not go on', 'simulations go on again');
  whileListening(
    app,
    simulationWorker({
      shop,
      threads: threadsBeside(process.platform, availableParallelism()),
      chance,
      ...toldOfSimulations,
    }),
  );
  const told = tell('events could not be counted', 'events are counted again');
  whileListening(app, funnelWorker({ counting, chance, ...told }));
  if (credential !== undefined) {
    const told = tell('demo shoppers could not come', 'demo shoppers come again');
    whileListening(app, demoShoppers({ node, app, credential, chance, ...told }));
  }
  const toldOfRefunds = tell('refunds could not be sent', 'refunds are sent again');
  whileListening(app, refundWorker({ node, reach: { ...reach, random } }, metrics, { chance, ...toldOfRefunds }));
  const known = applicationById(db);
  const vatSettingOf = async (id: string) => (await known(id))?.settings.cart.tax.vat_check ?? null;
  const toldOfVat = tell('VAT numbers could not be checked again', 'VAT numbers are checked again');
  whileListening(app, vatWorker({ node, reach }, vatSettingOf, { chance, ...toldOfVat }));
  if (config.smtpUrl !== undefined) {
    const told = tell('letters could not be sent', 'letters are sent again');
    const smtp = { url: config.smtpUrl, from: config.mailFrom };
    whileListening(app, mailWorker({ node, metrics, send: smtpSender(smtp), chance, ...told }));
    whileListening(app, orderPost({ node, chance, ...told }));
  }
  const { natsUrl, natsStream: stream, natsSubject: subject, natsKeptDays: keptDays, natsReplicas: replicas } = config;
  if (natsUrl !== undefined) {
    const settings = { urls: natsUrl, stream, subject, keptDays, replicas };
    const told = tell('events could not be published to NATS', 'events are published to NATS again');
    const onNotice = (sentence: string): void => app.log.warn(sentence);
    whileListening(app, natsSink({ db, now, stopwatch, metrics, handOn, settings, chance, ...told, onNotice }));
  }
};
