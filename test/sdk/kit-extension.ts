/**
 * An extension as its makers write one: the published extension kit in express, unmodified, in a process of its own. It
 * is told where the service is and who it is, and nothing else; it tells its parent what happened to it.
 */
import { createRequire } from 'node:module';
import { mock } from 'node:test';
import type { KitOrder, KitStart, KitTold } from './kit-process.ts';

type Json = Readonly<Record<string, unknown>>;
type Request = {
  readonly body: Json;
  readonly query: Json;
  readonly fdkSession?: Json;
  readonly platformClient?: Platform;
};
type Response = {
  readonly json: (body: unknown) => void;
  readonly status: (code: number) => Response;
};
type Next = (error?: unknown) => void;
type Handler = (request: Request, response: Response, next: Next) => unknown;
type ErrorHandler = (error: Error, request: Request, response: Response, next: Next) => unknown;
type Router = {
  readonly use: (...handlers: readonly unknown[]) => void;
  readonly get: (path: string, handler: Handler) => void;
  readonly post: (path: string, handler: Handler) => void;
};
type Platform = { readonly webhook: { readonly getSubscribersByCompany: (asked: object) => Promise<Json> } };
type Kit = {
  readonly fdkHandler: Router;
  readonly platformApiRoutes: Router;
  readonly extension: { readonly isInitialized: boolean; readonly base_url: string };
  readonly webhookRegistry: { readonly processWebhook: (request: Request) => Promise<void> };
  readonly getPlatformClient: (companyId: number) => Promise<Platform>;
};
type Express = (() => Router & { readonly listen: (port: number, host: string, done: () => void) => void }) & {
  readonly json: () => Handler;
};

const require = createRequire(import.meta.url);
const express = require('express') as Express;
const cookieParser = require('cookie-parser') as (secret: string) => Handler;
const { setupFdk } = require('@gofynd/fdk-extension-javascript/express') as {
  readonly setupFdk: (config: object, wait: true) => Promise<Kit>;
};
const { MemoryStorage } = require('@gofynd/fdk-extension-javascript/express/storage') as {
  readonly MemoryStorage: new (prefix: string) => object;
};

const tell = (told: KitTold): void => void process.send?.(told);
const { port, cluster, apiKey, apiSecret, scopes } = JSON.parse(process.argv[2] ?? '') as KitStart;

const kit = await setupFdk(
  {
    api_key: apiKey,
    api_secret: apiSecret,
    cluster,
    scopes,
    storage: new MemoryStorage('kit'),
    callbacks: {
      auth: async ({ fdkSession }: Request) => `/home?company_id=${String(fdkSession?.['company_id'])}`,
      uninstall: async ({ body }: Request) => tell({ kind: 'uninstalled', companyId: body['company_id'] }),
      auto_install: async ({ body }: Request) => tell({ kind: 'installed by itself', companyId: body['company_id'] }),
    },
    webhook_config: {
      api_path: '/webhooks',
      notification_email: 'kit@example.com',
      event_map: {
        'application/cart/create': {
          version: '1',
          handler: async (name: string, body: Json, companyId: number, applicationId: string) =>
            tell({ kind: 'event', name, companyId, applicationId, contains: body['contains'] }),
        },
      },
    },
  },
  true,
);

const app = express();
app.use(cookieParser('a secret of the extension'));
app.use(express.json());
app.use(kit.fdkHandler);
app.get('/home', (_request, response) => response.json({ home: true }));
app.post('/webhooks', async (request, response, next) => {
  try {
    await kit.webhookRegistry.processWebhook(request);
    response.json({ success: true });
  } catch (error) {
    next(error);
  }
});
kit.platformApiRoutes.get('/subscribers', async ({ platformClient }, response, next) => {
  try {
    response.json(await platformClient?.webhook.getSubscribersByCompany({ pageNo: 1, pageSize: 10 }));
  } catch (error) {
    next(error);
  }
});
app.use('/api', kit.platformApiRoutes);
const answerError: ErrorHandler = ({ message }, _request, response, _next) => response.status(500).json({ message });
app.use(answerError);

process.on('message', ({ companyId, aheadMs }: KitOrder) => {
  mock.timers.reset();
  if (aheadMs > 0) mock.timers.enable({ apis: ['Date'], now: Date.now() + aheadMs });
  kit
    .getPlatformClient(companyId)
    .then((client) => client.webhook.getSubscribersByCompany({ pageNo: 1, pageSize: 10 }))
    .then(
      (answer) => tell({ kind: 'called offline', answer }),
      (error: Error) => tell({ kind: 'failed offline', message: error.message }),
    );
});
process.on('disconnect', () => process.exit(0));
app.listen(port, '127.0.0.1', () => {
  const { isInitialized, base_url: baseUrl } = kit.extension;
  tell({ kind: 'started', isInitialized, baseUrl });
});
