/** The sizes of a product; one that cannot be had is there to be seen, not to be chosen. */
import type { ProductDetail } from '../../src/contract/catalog/catalog-contract.ts';
import { named, words } from './words.ts';

export type Size = ProductDetail['sizes'][number];
type SizeProps = {
  readonly sizes: readonly Size[];
  readonly chosen: string | undefined;
  readonly onChoose: (size: string) => void;
  /** One must be chosen, and none was. */
  readonly isMissed: boolean;
  /** What tells of the size, or that it is missing. */
  readonly toldBy: string;
};

/** One size is nothing to choose. */
const OneSize = ({ size }: { readonly size: Size }) => (
  <p>
    <span class="label">{words.product.size}</span>
    {named(size.display)}
  </p>
);

const Sizes = ({ sizes, chosen, onChoose, isMissed, toldBy }: SizeProps) => (
  <fieldset class={isMissed ? 'sizes missed' : 'sizes'} aria-describedby={toldBy}>
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
          {named(display)}
          {!available && <span class="unseen">{words.product.soldOutSize}</span>}
        </span>
      </label>
    ))}
  </fieldset>
);

export const SizeChoice = (props: SizeProps) => {
  const [first, second] = props.sizes;
  return first !== undefined && second === undefined ? <OneSize size={first} /> : <Sizes {...props} />;
};
