/**
 * The extension kit appends the application it was opened from to its own callback. That one parameter, an id and nothing
 * else, may stand behind an address of the client that ends in the kit's route; everything else is compared byte for byte.
 */
import type { Provider } from 'oidc-provider';
import type { PathOwner } from './oidc-door.ts';

const KIT_CALLBACK = /^(.+\/fp\/auth)\?application_id=[0-9a-f]{24}$/;

/** The registered address that the kit means; undefined when it is not the kit's. Pure. */
const kitCallbackOf = (address: string): string | undefined => KIT_CALLBACK.exec(address)?.[1];

type Redirected = { redirectUriAllowed: (this: object, address: string) => boolean };

/** For requests at a company's SDK address. */
export const allowKitCallback = (provider: Provider, ownerNow: () => PathOwner | undefined): void => {
  const prototype = provider.Client.prototype as unknown as Redirected;
  const { redirectUriAllowed: isRegistered } = prototype;
  prototype.redirectUriAllowed = function allowed(address) {
    if (isRegistered.call(this, address)) return true;
    const owner = ownerNow();
    const meant = owner !== undefined && 'companyId' in owner ? kitCallbackOf(address) : undefined;
    return meant !== undefined && isRegistered.call(this, meant);
  };
};
