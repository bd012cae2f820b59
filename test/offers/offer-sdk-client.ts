/** The published SDK, unmodified, as a merchant's program: it has its own token and checks every answer strictly. */
import { createRequire } from 'node:module';
import { addApplication } from '../../src/applications/add-application.ts';
import { system } from '../../src/applications/node.ts';
import { type FeedCompany, feedCompany } from '../cart/response/feed-company.ts';
import type { Engine } from '../databases.ts';
import { type OauthServer, oauthServer } from '../oauth/oauth-server.ts';
import type { Json } from './offer-server.ts';

export type Answered = Json & {
  readonly _id: string;
  readonly id: string;
  readonly items: Answered[];
  readonly data: Answered[];
};
type CartCalls = Readonly<Record<string, (given?: object) => Promise<Answered>>>;
type Sdk = {
  readonly PlatformConfig: new (
    config: object,
    options: object,
  ) => {
    readonly oauthClient: {
      readonly getAccesstokenObj: (given: object) => Promise<object>;
      readonly setToken: (tokens: object) => void;
    };
  };
  readonly PlatformClient: new (
    config: object,
  ) => {
    readonly application: (id: string) => { readonly cart: CartCalls; readonly order: CartCalls };
    readonly order: CartCalls;
    readonly webhook: CartCalls;
  };
};
const require = createRequire(import.meta.url);
const sdk = require('@gofynd/fdk-client-javascript') as Sdk;

type Call = (name: string, given?: object) => Promise<Answered>;
export type OfferSdk = {
  readonly server: OauthServer;
  readonly applicationId: string;
  readonly feed: FeedCompany;
  /** A call of the SDK's platform cart client, by its name there. */
  readonly call: Call;
  /** A call of one of its clients of the company, such as order or webhook. */
  readonly callCompany: (client: 'order' | 'webhook', name: string, given?: object) => Promise<Answered>;
  /** The same of one of its clients of the application. */
  readonly callApplication: (client: 'order', name: string, given?: object) => Promise<Answered>;
  readonly close: () => Promise<void>;
};

/** The calls about promotions, coupons, cart configurations and price adjustments that this version of the SDK has. */
export const offerCalls = (): readonly string[] => {
  const { prototype } = require('@gofynd/fdk-client-javascript/sdk/platform/Cart/CartPlatformApplicationClient') as {
    readonly prototype: object;
  };
  return Object.getOwnPropertyNames(prototype).filter((name) => /promo|coupon|metaconfig|adjustment/i.test(name));
};

export const openOfferSdk = async (engine: Engine, permissions: readonly string[]): Promise<OfferSdk> => {
  const server = await oauthServer(engine);
  const company = { organizationId: server.organizationId, companyId: server.companyId };
  const settings = { name: 'Shop', currency: 'INR', country: 'IN' } as const;
  const { applicationId } = await addApplication(server.node, company, settings, system);
  const client = await server.addClient({ scopes: { type: 'custom', permissions: [...permissions] } });
  const { companyId, base: domain } = server;
  const { clientId: apiKey, clientSecret: apiSecret } = client;
  const account = { companyId, domain, apiKey, apiSecret, useAutoRenewTimer: false };
  const config = new sdk.PlatformConfig(account, { strictResponseCheck: true });
  config.oauthClient.setToken(await config.oauthClient.getAccesstokenObj({ grant_type: 'client_credentials' }));
  const platform = new sdk.PlatformClient(config);
  const calling =
    (calls: CartCalls): Call =>
    (name, given) => {
      const method = calls[name];
      if (method === undefined) throw new Error(`The SDK has no ${name}.`);
      return method.call(calls, given);
    };
  return {
    server,
    applicationId,
    feed: feedCompany(server.node, server.companyId),
    call: calling(platform.application(applicationId).cart),
    callCompany: (of, name, given) => calling(platform[of])(name, given),
    callApplication: (of, name, given) => calling(platform.application(applicationId)[of])(name, given),
    close: server.close,
  };
};
