import type { Config } from '../config.ts';

/** The address this node is reached at, without a slash at the end: the public one if it is known. */
export const baseUrl = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string => {
  if (publicUrl !== undefined) return publicUrl.href.replace(/\/$/, '');
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
};

/** `/shop` of https://example.com/shop/; empty where the service has an address of its own. */
export const publicPathOf = ({ pathname }: URL): string => pathname.replace(/\/$/, '');

/** Signs an operator in once. */
export const consoleLink = (url: string, token: string): string =>
  `${url}/console/enter?token=${encodeURIComponent(token)}`;
