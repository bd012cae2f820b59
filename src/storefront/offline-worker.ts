/** The service worker of the storefront: its script with the names of what it keeps in front. Other files make another one. */
import { createHash } from 'node:crypto';
import type { WebBundle, WebFile } from '../http/pages/web-bundle.ts';
import { embeddedJson } from '../http/pages/page.ts';
import { assetPath } from './storefront-page.ts';

export type OfflineFiles = {
  readonly bundle: WebBundle;
  /** By the tag of their language. */
  readonly words: ReadonlyMap<string, WebFile>;
  readonly worker: WebFile;
};

export const workerHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; connect-src 'self'",
};

/** `base`: the public path of the installation. Pure. */
export const offlineWorker = ({ bundle, words, worker }: OfflineFiles, base: string): string => {
  const address = ({ name }: WebFile): string => `${base}${assetPath}/${name}`;
  const files = [bundle.script, ...bundle.atOnce, ...bundle.later, bundle.style].map(address);
  const kept = { base, files, words: Object.fromEntries([...words].map(([tag, file]) => [tag, address(file)])) };
  const version = createHash('sha256')
    .update(JSON.stringify(kept))
    .update(worker.plain)
    .digest('base64url')
    .slice(0, 16);
  return `const storefrontKept = ${embeddedJson({ version, ...kept })};\n${worker.plain.toString()}`;
};
