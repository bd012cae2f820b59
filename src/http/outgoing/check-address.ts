/** May this address be called? Asked when it is saved, and again at every call. */
import { type AddressPolicy, type AddressRefusal, guardAddress, type Resolve } from './address-guard.ts';
import type { FieldProblem } from '../../shared/errors.ts';
import { sharedLoads } from '../../shared/shared-load.ts';
import { whileOutside } from './while-outside.ts';

/** How far the network of this node reaches for others. */
export type Reach = { readonly policy: AddressPolicy; readonly resolve: Resolve };

const sentences: Readonly<Record<AddressRefusal, string>> = {
  url_invalid: 'Write an address such as https://shop.example/webhooks.',
  scheme: 'The address begins with https://.',
  userinfo: 'Leave user name and password out of the address; use custom_headers.',
  port: 'Use port 443 or 8443.',
  unresolved: 'The name in the address leads nowhere.',
  address: 'The address is not a public one. CARTWRIGHT_ALLOW_PRIVATE_ADDRESSES lets private networks in.',
};

/** The system gives up sooner by itself. Each lookup that does not end holds a thread, so this is long. */
const LOOKUP_MS = 60_000;

/** Asks for a name once at a time: many deliveries to a name that nobody answers for take up one lookup and not all. */
export const sharedLookups = (resolve: Resolve, deadlineMs = LOOKUP_MS): Resolve => {
  const shared = sharedLoads<readonly string[]>({ what: 'a name lookup', deadlineMs });
  return (host) => shared(host, () => resolve(host));
};

export const addressProblems = async (
  url: string,
  { policy, resolve }: Reach,
  field = 'webhook_url',
): Promise<readonly FieldProblem[]> => {
  const verdict = await whileOutside(() => guardAddress(url, policy, resolve));
  return 'refused' in verdict ? [{ field, message: sentences[verdict.refused] }] : [];
};
