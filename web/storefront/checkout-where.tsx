/** Where it goes: brought or picked up, and which of the kept addresses, or a new one. */
import { useState } from 'preact/hooks';
import { OptionCards } from '../ui/option-cards.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import { useValue } from '../ui/value.ts';
import { AddressForm } from './address-form.tsx';
import { type Address, lineOf, readAddresses } from './addresses.ts';
import type { Way } from './checkout.ts';
import { customerToken } from './shop.ts';
import { words } from './words.ts';

export const NEW = 'new';

type WhereProps = {
  readonly addresses: readonly Address[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  readonly onKept: (id: string) => void;
};

export const Where = ({ addresses, chosen, onChoose, onKept }: WhereProps) => (
  <>
    {addresses.length > 0 && (
      <OptionCards
        legend={words.checkout.where}
        name="address"
        chosen={chosen}
        onChoose={onChoose}
        options={[
          ...addresses.map((address) => ({
            value: address.id,
            title: address.name ?? '',
            about: (
              <>
                {lineOf(address)}
                <small>{address.phone}</small>
              </>
            ),
          })),
          { value: NEW, title: words.checkout.otherAddress },
        ]}
      />
    )}
    {chosen === NEW && <AddressForm submit={words.checkout.useAddress} onKept={onKept} />}
  </>
);

export const WayChoice = ({ way, onChoose }: { readonly way: Way; readonly onChoose: (way: Way) => void }) => (
  <OptionCards
    legend={words.checkout.way}
    name="way"
    chosen={way}
    onChoose={(value) => onChoose(value as Way)}
    options={[
      { value: 'HomeDelivery', title: words.checkout.bring, about: words.checkout.bringAbout },
      { value: 'PickAtStore', title: words.checkout.fetch, about: words.checkout.fetchAbout },
    ]}
  />
);

/** The addresses, and which of them it goes to: the shop's favourite until the shopper says otherwise. */
export const useAddresses = () => {
  const [reading, setReading] = useState(0);
  const who = useValue(customerToken);
  const asked = useAnswer(`addresses/${who.slice(-12)}/${reading}`, readAddresses);
  const [picked, setPicked] = useState('');
  const addresses = asked.answer ?? [];
  const usual = addresses.find(({ is_default_address: isUsual }) => isUsual) ?? addresses[0];
  const chosen = picked || (asked.answer === undefined ? '' : (usual?.id ?? NEW));
  return {
    asked,
    addresses,
    chosen,
    pick: setPicked,
    kept: (id: string) => {
      setPicked(id);
      setReading(reading + 1);
    },
  };
};
