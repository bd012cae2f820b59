/**
 * Made-up shoppers who keep a demo shop alive while its switch is on: one every two minutes or so, on whichever node is first,
 * through the same routes as everybody. They ship nothing: that is for who looks at the console.
 */
import type { FastifyInstance } from 'fastify';
import type { ApplicationPlace } from '../../applications/application-store.ts';
import type { Node } from '../../applications/node.ts';
import { guardFailed } from '../../db/database.ts';
import { startable, type WorkerTools } from '../../db/keep-working.ts';
import { visitNow } from '../month/plan-visits.ts';
import { productsOf, tellEvents, visitShop } from '../month/visit-shop.ts';
import { dueVisit, takeVisit } from './shoppers-store.ts';

const LOOK_MS = 20_000;
const MOST_PAUSE_MS = 300_000;
const VISIT_MS = 120_000;
/** What is told of a visit happened before it was told. */
const LASTS_MS = 600_000;

/** As whom they call: the storefront, whose token is in every page of it. */
export type DemoCredential = Omit<ApplicationPlace, 'organizationId'> & { readonly applicationToken: string };
export type LiveShoppers = {
  readonly node: Pick<Node, 'db' | 'now'>;
  readonly app: FastifyInstance;
  readonly credential: () => Promise<DemoCredential | undefined>;
  readonly chance: () => number;
};

/** Lets one in if it is time. Answers how many came. */
export const letShopperIn = async ({ node, app, credential, chance }: LiveShoppers): Promise<number> => {
  const at = node.now();
  const due = await dueVisit(node.db, at);
  if (due === undefined) return 0;
  const as = await credential();
  if (as?.companyId !== due.companyId) return 0;
  try {
    await node.db.commit([takeVisit(due, at + Math.round(VISIT_MS * (0.5 + chance())))]);
  } catch (error) {
    if (guardFailed(error, 'demo_visit')) return 0;
    throw error;
  }
  const shop = { ...as, app, setClock: () => undefined, isOver: () => false };
  const products = await productsOf(shop);
  const outcome = await visitShop(shop, visitNow(due.visits, at - LASTS_MS, products.length), products);
  await tellEvents(shop, [outcome], products);
  return 1;
};

export const demoShoppers = (options: LiveShoppers & WorkerTools) => {
  const { chance, onFailure, onRecovery } = options;
  const step = () => letShopperIn(options);
  return startable({ step, everyMs: LOOK_MS, mostMs: MOST_PAUSE_MS, chance, onFailure, onRecovery });
};
