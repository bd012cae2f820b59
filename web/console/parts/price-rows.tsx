/** A price as the rows that add up to its total, last. */
import { amount } from './amounts.ts';

type PriceRow = {
  readonly key: string | undefined;
  readonly display: string | undefined;
  readonly value: number;
  readonly currency: string | undefined;
};

/** Names that programs know keep their capitals for them; people read them as the rest of the page is written. */
const plainer: ReadonlyMap<string, string> = new Map([
  ['MRP Total', 'MRP total'],
  ['Delivery Charge', 'Delivery'],
  ['COD charge', 'Payment on delivery'],
  ['Reward Points', 'Reward points'],
  ['Store Credits', 'Store credit'],
  ['MOP total', 'Other means of payment'],
]);

export const PriceRows = ({ rows }: { readonly rows: readonly PriceRow[] }) => (
  <table class="sums">
    <tbody>
      {rows.map(({ key, display = '', value, currency }) => (
        <tr key={key} class={key === 'total' ? 'total' : undefined}>
          <th scope="row">{plainer.get(display) ?? display}</th>
          <td class="figure">{amount(value, currency)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
