/** The door of a node, or of one of its workers: what of its settings is about connections. */
import type { Config } from './config.ts';
import { createDoor, defaultLimits, type Door } from './http/door.ts';
import { type Peers, workerShare } from './http/workers/peers.ts';

const MEGABYTE = 1_048_576;

export const nodeDoor = (config: Config, peers: Peers | undefined): Door =>
  createDoor({
    trustedProxies: config.trustedProxies,
    limits: {
      connectionsPerAddress: config.addressConnections,
      bodyBytesPerAddress: config.addressBodyMb * MEGABYTE,
      bodyBytes: config.bodyMb * MEGABYTE,
      maxConnections: workerShare(defaultLimits.maxConnections, peers),
    },
  });
