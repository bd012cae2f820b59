/** What the cart or an order costs: the rows as the server sends them, in its order. A row of offers opens and says which they are. */
import type { ComponentChildren } from 'preact';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { money } from '../ui/money.ts';
import { useValue } from '../ui/value.ts';
import { hasFractions, paidRows } from './price-rows.ts';
import { customerToken } from './shop.ts';
import { said, words } from './words.ts';

type BreakupProps = { readonly cart: CartDetail; readonly currency: string };
type Applied = NonNullable<CartDetail['applied_promo_details']>[number];

const nameOf = ({ offer_text: text, promotion_name: name }: Applied): string => said(text || name || '');

const Offers = ({ offers, currency }: { readonly offers: readonly Applied[]; readonly currency: string }) => (
  <details class="why">
    <summary>{words.cart.whyRow}</summary>
    <ul class="why-steps">
      {offers.map((offer) => (
        <li key={offer.id}>
          <span>{nameOf(offer)}</span>{' '}
          {(offer.discount ?? 0) > 0 && <span class="off">−{money(offer.discount ?? 0, currency)}</span>}
        </li>
      ))}
    </ul>
  </details>
);

type PriceRow = {
  readonly key: string;
  readonly display?: string | undefined;
  readonly value: number;
  readonly about?: ComponentChildren;
};
type PriceRowsProps = {
  readonly rows: readonly PriceRow[];
  readonly currency: string;
  /** Of offers what is taken off delivery; 0 or less. */
  readonly waived: number | undefined;
  /** What offers credit to this shopper later. */
  readonly back: number | null | undefined;
};

/** The name of a row in the reader's words, where this page has any; else the server's. */
const labelOf = ({ key, display = key }: PriceRow): string =>
  new Map(Object.entries(words.cart.rows)).get(key) ?? display;

export const PriceRows = ({ rows, currency, waived = 0, back }: PriceRowsProps) => {
  const text = (value: number): string => money(value, currency, hasFractions(rows));
  return (
    <dl class="breakup">
      {paidRows(rows, waived).map(({ was, ...row }) => (
        <div key={row.key} data-row={row.key} class={row.value < 0 ? 'less' : undefined}>
          <dt>
            {labelOf(row)}
            {row.about}
          </dt>
          <dd>
            {was !== undefined && <s>{text(was)}</s>} {was && row.value === 0 ? words.cart.free : text(row.value)}
          </dd>
        </div>
      ))}
      {back ? (
        <div data-row="cashback">
          <dt>
            {words.cart.back}
            <small>{words.cart.backWhen}</small>
          </dt>
          <dd>{money(back, currency)}</dd>
        </div>
      ) : null}
    </dl>
  );
};

export const Breakup = ({ cart, currency }: BreakupProps) => {
  const isKnown = useValue(customerToken) !== '';
  const { display = [], raw } = cart.breakup_values ?? {};
  const { promotion_shipping: waived = 0, cashback_applied: back } = raw ?? {};
  const byDelivery = Map.groupBy(cart.applied_promo_details ?? [], ({ free_shipping: isDelivery }) => isDelivery);
  /** What a row says of itself; of one that an offer paid for, the offer. */
  const aboutOf = (key: string, message: readonly string[]): ComponentChildren => {
    if (key === 'promotion') return <Offers offers={byDelivery.get(false) ?? []} currency={currency} />;
    const free = key === 'delivery_charge' && waived < 0 ? byDelivery.get(true)?.map(nameOf) : undefined;
    return key !== 'coupon' && (free ?? message.map(said)).map((sentence) => <small key={sentence}>{sentence}</small>);
  };
  return (
    <PriceRows
      rows={display.map(({ key = '', display: label, value = 0, message = [] }) => ({
        key,
        display: label,
        value,
        about: aboutOf(key, message),
      }))}
      currency={display[0]?.currency_code ?? currency}
      waived={waived}
      back={isKnown ? back : 0}
    />
  );
};
