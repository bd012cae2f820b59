/** Where key sets really come from: one guarded question over the network, short in time and size. */
import type { Reach } from '../http/outgoing/check-address.ts';
import { guardedGet } from '../http/outgoing/guarded-get.ts';
import type { KeySetSource } from './key-set.ts';

const limits = { timeoutMs: 2_000, maxBytes: 64 * 1024 };

export const networkKeySource = ({ policy, resolve }: Reach, onFailure: KeySetSource['onFailure']): KeySetSource => ({
  fetchText: async (url) => (await guardedGet(url, { ...limits, policy, resolve })).toString(),
  onFailure,
});
