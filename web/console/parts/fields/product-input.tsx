/** A product by its number, found by words: what is typed is looked for, and the name of what was found stands below. */
import { useId, useState } from 'preact/hooks';
import type { ProductRow } from '../../../../src/contract/catalog/catalog-feed-contract.ts';
import { useAnswer } from '../../../ui/use-answer.ts';
import { read } from '../../call.ts';
import { catalogPath } from '../../paths.ts';
import { may, shop } from '../../session.ts';
import { type Choices, Select, Text } from '../field.tsx';

const isNumber = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text.trim());
const mayLook = (): boolean => may('company/products/read');

type Found = { readonly name: string; readonly sizes: Choices; readonly isAsked: boolean };
/** What the product of a number is called, and the sizes it has. */
export const useProductSizes = (number: string): Found => {
  const item = isNumber(number) && mayLook() ? number.trim() : '';
  const { answer, isStale } = useAnswer(`${shop.value.id} product ${item}`, async () => {
    if (item === '') return undefined;
    return read<ProductRow>(`${catalogPath}/products/${item}`).catch(() => undefined);
  });
  // The answer before it is of another product.
  if (answer === undefined || String(answer.uid) !== item) return { name: '', sizes: [], isAsked: isStale };
  return { name: answer.name, sizes: answer.sizes.map(({ value, display }) => [value, display]), isAsked: isStale };
};

type Products = { readonly items: readonly Pick<ProductRow, 'uid' | 'name'>[] };
const MOST_FOUND = 12;

const useFound = (words: string): Products['items'] => {
  const isAsked = mayLook() && words !== '';
  const { answer } = useAnswer(
    `${shop.value.id} products ${isAsked ? words : ''}`,
    async (): Promise<Products> =>
      isAsked ? read<Products>(`${catalogPath}/products`, { q: words, page_size: MOST_FOUND }) : { items: [] },
  );
  return answer?.items ?? [];
};

type InputProps = {
  readonly id: string;
  readonly value: string;
  readonly onInput: (event: { readonly currentTarget: HTMLInputElement }) => void;
  readonly autoComplete: 'off';
  readonly readOnly?: boolean;
  readonly required?: boolean;
  readonly 'aria-invalid'?: boolean;
  readonly 'aria-describedby'?: string | undefined;
};
export const ProductInput = ({ value, ...attributes }: InputProps) => {
  const listId = useId();
  const { name } = useProductSizes(value);
  const found = useFound(isNumber(value) ? '' : value.trim());
  return (
    <>
      <input {...attributes} value={value} list={listId} placeholder="Its name or number" />
      <datalist id={listId}>
        {found.map((one) => (
          <option key={one.uid} value={String(one.uid)} label={one.name} />
        ))}
      </datalist>
      {name !== '' && <output class="found-name">{name}</output>}
    </>
  );
};

type FieldProps = { readonly value: string; readonly onChange: (value: string) => void };
export const ProductField = ({ value, onChange }: FieldProps) => {
  const id = useId();
  return (
    <div class="field">
      <label class="label" for={id}>
        Product
      </label>
      <ProductInput
        id={id}
        autoComplete="off"
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
};

/** One of the sizes that the product has; typed where nobody knows them. */
export const SizeField = ({ product, value, onChange }: FieldProps & { readonly product: string }) => {
  const { sizes } = useProductSizes(product);
  return sizes.length === 0 ? (
    <Text name="Size" value={value} onChange={onChange} />
  ) : (
    <Select name="Size" value={value} onChange={onChange} choices={sizes} />
  );
};

type MeantSize = readonly [size: string, choose: (size: string) => void, isAsked: boolean];
/** The size that is meant: of a product that has another one alone, that one. While its sizes are asked for, none is known. */
export const useSize = (product: string): MeantSize => {
  const [chosen, choose] = useState('');
  const { sizes, isAsked } = useProductSizes(product);
  const isThere = sizes.length === 0 || sizes.some(([value]) => value === chosen);
  return [isThere ? chosen : (sizes[0]?.[0] ?? chosen), choose, isAsked];
};
