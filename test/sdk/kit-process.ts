/** Starts the extension of kit-extension.ts and listens to what it tells. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type KitStart = {
  readonly port: number;
  readonly cluster: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly scopes: readonly string[];
};
/** Call the platform with the offline token of this company, when the extension's clock says so much more. */
export type KitOrder = { readonly companyId: number; readonly aheadMs: number };
export type KitTold =
  | { readonly kind: 'started'; readonly isInitialized: boolean; readonly baseUrl: string }
  | { readonly kind: 'uninstalled'; readonly companyId: unknown }
  | { readonly kind: 'installed by itself'; readonly companyId: unknown }
  | { readonly kind: 'called offline'; readonly answer: Readonly<Record<string, unknown>> }
  | { readonly kind: 'failed offline'; readonly message: string }
  | {
      readonly kind: 'event';
      readonly name: string;
      readonly companyId: number;
      readonly applicationId: string;
      readonly contains: unknown;
    };
type Told<K extends KitTold['kind']> = Extract<KitTold, { readonly kind: K }>;

export type KitProcess = {
  /** The next one of this kind, told already or not yet. */
  readonly told: <K extends KitTold['kind']>(...kinds: readonly K[]) => Promise<Told<K>>;
  readonly order: (order: KitOrder) => void;
  readonly close: () => Promise<void>;
};

const program = fileURLToPath(new URL('kit-extension.ts', import.meta.url));

export const startKit = (start: KitStart): KitProcess => {
  const child = fork(program, [JSON.stringify(start)], { execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => said.push(text.toString()));
  const heard: KitTold[] = [];
  const waiting = new Set<() => void>();
  child.on('message', (told: KitTold) => {
    heard.push(told);
    for (const look of waiting) look();
  });
  const ended = once(child, 'exit');

  return {
    told: <K extends KitTold['kind']>(...kinds: readonly K[]) =>
      new Promise<Told<K>>((resolve, reject) => {
        const look = (): void => {
          const at = heard.findIndex(({ kind }) => kinds.some((wanted) => wanted === kind));
          if (at === -1) return;
          waiting.delete(look);
          resolve(heard.splice(at, 1)[0] as Told<K>);
        };
        waiting.add(look);
        look();
        void ended.then(() => reject(new Error(`the extension ended: ${said.join('')}`)));
      }),
    order: (order) => void child.send(order),
    close: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
};
