/** Where key sets really come from: one guarded question over the network, short in time and size. */
import { type AddressPolicy, type Resolve, systemResolver } from '../http/outgoing/address-guard.ts';
import { guardedGet } from '../http/outgoing/guarded-get.ts';
import type { KeySetSource } from './key-set.ts';

const limits = { timeoutMs: 2_000, maxBytes: 64 * 1024 };

export const networkKeySource = (
  policy: AddressPolicy,
  onFailure: KeySetSource['onFailure'],
  resolve: Resolve = systemResolver,
): KeySetSource => ({
  fetchText: async (url) => (await guardedGet(url, { ...limits, policy, resolve })).toString(),
  onFailure,
});
