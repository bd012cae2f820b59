/** What the API reference says of the service as a whole: its name, its version and its chapters. */
import { readFileSync } from 'node:fs';
import { requestExamples } from './contract/examples/request-examples.ts';

export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const description =
  'Self-hosted storefront commerce: carts, prices and promotions, OAuth clients of an organization, and analytics events of a storefront.';
/** The chapters of the API reference. */
const tags = {
  Balances: 'Points, store credit and gift cards of customers, and the ledger of every move.',
  Cart: 'Carts of shoppers: lines, price details, sharing, merging.',
  Catalogue: 'Products as a storefront lists, searches and shows them, and the feeds that bring them.',
  Clients: 'OAuth clients of an organization: what they may do, their secrets, and the audit of both.',
  Configuration: 'Applications of a company: their settings, their tokens, and the audit of every change.',
  Customers: 'Who the shopper is inside an application’s calls.',
  Events: 'What shoppers did, sent by storefronts: schemas, the collector, refused events, erasure.',
  Organizations: 'Organizations of this installation, and their companies.',
  People: 'The people who run the shop, their roles and invitations, and each one’s own profile.',
  Offers: 'Promotions, coupons and their codes, cart configurations and price adjustments, as a merchant manages them.',
  Operation: 'Probes and numbers for whoever runs this node.',
  Orders: 'Checkout, orders of shoppers, their payment, and the export for accounting.',
  Tokens: 'For the clients of an organization, at the addresses that SDKs know.',
  Webhooks: 'Who is told of which events, what became of the deliveries, and sending them again.',
};

export const apiAbout = (publicUrl: URL) => ({
  title: 'Cartwright',
  version,
  description,
  publicUrl: publicUrl.href.replace(/\/$/, ''),
  tags,
  examples: requestExamples,
});
