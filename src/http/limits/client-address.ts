/** Whose request it is by its network: behind trusted proxies the last address that none of them is, as the framework sees it. */
import type { IncomingMessage } from 'node:http';

export const clientAddress = ({ socket, headers }: IncomingMessage, isProxy: (address: string) => boolean): string => {
  const nearest = socket.remoteAddress ?? '';
  const forwarded = headers['x-forwarded-for'];
  if (forwarded === undefined || !isProxy(nearest)) return nearest;
  const way = String(forwarded)
    .split(',')
    .map((address) => address.trim())
    .toReversed();
  return way.find((address) => !isProxy(address)) ?? way.at(-1) ?? nearest;
};
