/** An address of ours as it is reached from this page, whatever name the visitor knows us by; one elsewhere as it is. Pure. */
type Place = { readonly base: string; readonly public_url: string };

export const ownAddress = (address: string, { base, public_url: ours }: Place): string => {
  const path = address.startsWith(`${ours}/`) ? address.slice(ours.length) : address;
  return path.startsWith('/') && !path.startsWith('//') ? `${base}${path}` : path;
};
