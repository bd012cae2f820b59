/** Units of lines, carriers and amounts as a request names them. Pure. */
import { isWebAddress } from '../../http/requests/formats.ts';
import { Refusal } from '../../shared/errors.ts';
import { toMinor } from '../../shared/money.ts';
import type { StoredOrder } from '../order-document.ts';
import type { Units } from '../order-progress.ts';
import type { Tracking } from './send-parcels.ts';

export const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

type Asked = readonly { readonly identifier: string; readonly quantity: number }[];
export const unitsIn = (items: Asked): readonly Units[] =>
  items.map(({ identifier, quantity }) => ({ line: identifier, units: quantity }));

type AskedTracking = {
  readonly carrier?: string | null | undefined;
  readonly tracking_number?: string | null | undefined;
  readonly tracking_url?: string | null | undefined;
};

const linkIn = (url: string): string => {
  if (isWebAddress(url)) return url;
  throw new Refusal('body_invalid', {
    details: [
      { field: 'tracking_url', message: 'Write an address that begins with https:// or http://, without spaces.' },
    ],
  });
};

/** What is said of it; what is left out stays as it is. */
export const trackingIn = ({
  carrier,
  tracking_number: number,
  tracking_url: url,
}: AskedTracking): Partial<Tracking> => ({
  ...(isGiven(carrier) ? { carrier } : {}),
  ...(isGiven(number) ? { trackingNumber: number } : {}),
  ...(isGiven(url) ? { trackingUrl: linkIn(url) } : {}),
});

/** An amount in the order's currency. */
export const amountIn = ({ document }: StoredOrder, amount: number): number =>
  toMinor(amount, document.currency.exponent) ?? 0;
