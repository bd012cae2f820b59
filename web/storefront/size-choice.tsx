/** The sizes of a product; one that cannot be had is there to be seen, not to be chosen. */
import type { ProductDetail } from '../../src/contract/catalog/catalog-contract.ts';
import { words } from './words.ts';

export type Size = ProductDetail['sizes'][number];
type SizeProps = {
  readonly sizes: readonly Size[];
  readonly chosen: string | undefined;
  readonly onChoose: (size: string) => void;
};

export const SizeChoice = ({ sizes, chosen, onChoose }: SizeProps) => (
  <fieldset class="sizes">
    <legend class="label">{words.product.size}</legend>
    {sizes.map(({ value, display, is_available: available }) => (
      <label key={value}>
        <input
          type="radio"
          name="size"
          value={value}
          checked={chosen === value}
          disabled={!available}
          onChange={() => onChoose(value)}
        />
        <span>
          {display}
          {!available && <span class="unseen">{words.product.soldOutSize}</span>}
        </span>
      </label>
    ))}
  </fieldset>
);
