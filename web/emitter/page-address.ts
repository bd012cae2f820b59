/** What an event says about the address of a page. Pure. */
const parameters = (search: string): readonly [name: string, value: string][] => [...new URLSearchParams(search)];

type Address = { readonly origin: string; readonly pathname: string; readonly search: string };

/** Parameters that may open something or name somebody. */
const secret = /token|secret|key|pass|code|auth|session|sign|otp|mail|phone/i;

/** A page's address without its fragment and without what must not travel. */
export const publicAddress = ({ origin, pathname, search }: Address): string => {
  const open = new URLSearchParams(parameters(search).filter(([name]) => !secret.test(name)));
  return `${origin}${pathname}?${open}`.replace(/\?$/, '');
};

export const campaignOf = (search: string): Readonly<Record<string, string>> =>
  Object.fromEntries(parameters(search).filter(([name]) => name.startsWith('utm_')));
