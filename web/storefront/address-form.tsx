/** A new address, typed. What is missing is said at its field, what the shop refuses above the button. */
import { useState } from 'preact/hooks';
import { Field, focusProblem, valuesOf } from '../ui/field.tsx';
import { Problem, sentenceOf } from '../ui/states.tsx';
import { type AddressField, addressFields, addressProblems, keepAddress } from './addresses.ts';
import { areaCode } from './shop.ts';
import { words } from './words.ts';

const complete: Readonly<Record<AddressField, string>> = {
  name: 'name',
  phone: 'tel',
  address: 'street-address',
  area_code: 'postal-code',
  city: 'address-level2',
  state: 'address-level1',
  email: 'email',
};
const keys: Partial<Record<AddressField, 'tel' | 'email'>> = { phone: 'tel', email: 'email' };
const wide: ReadonlySet<AddressField> = new Set(['address', 'email']);

type AddressFormProps = {
  readonly submit: string;
  readonly onKept: (id: string) => void;
  readonly onCancel?: () => void;
};

export const AddressForm = ({ submit, onKept, onCancel }: AddressFormProps) => {
  const [problems, setProblems] = useState<ReturnType<typeof addressProblems>>({});
  const [refused, setRefused] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async (form: HTMLFormElement): Promise<void> => {
    const values = valuesOf(form);
    const found = addressProblems(values);
    setProblems(found);
    setRefused('');
    if (Object.keys(found).length > 0) return focusProblem(form);
    if (isBusy) return;
    setBusy(true);
    try {
      const { email = '', area_code = '', ...rest } = values;
      const id = await keepAddress({ ...rest, area_code, ...(email === '' ? {} : { email }) });
      areaCode.set(area_code);
      onKept(id);
    } catch (problem) {
      setRefused(sentenceOf(problem));
    }
    setBusy(false);
  };
  return (
    <form
      class="fields"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      {addressFields.map((name) => (
        <Field
          key={name}
          label={words.address[name]}
          name={name}
          problem={problems[name]}
          wide={wide.has(name)}
          keys={keys[name] ?? 'text'}
          complete={complete[name]}
          most={name === 'area_code' ? 24 : 200}
          first={name === 'area_code' ? areaCode.get() : ''}
        />
      ))}
      <Problem class="wide" sentence={refused} />
      <div class="act wide">
        <button type="submit" class="button" aria-busy={isBusy}>
          {submit}
        </button>
        {onCancel && (
          <button type="button" class="button quiet" onClick={onCancel}>
            {words.address.cancel}
          </button>
        )}
      </div>
    </form>
  );
};
