/** Below every page: the currency to see prices in, and what runs here. */
import { useValue } from '../ui/value.ts';
import { loadCartIfAny } from './cart.ts';
import { ConsentSwitch } from './consent.tsx';
import { chosenCurrency, currencies, shop } from './shop.ts';

const CurrencyChoice = () => {
  const chosen = useValue(chosenCurrency) || shop.currency;
  const choose = (currency: string): void => {
    chosenCurrency.set(currency);
    void loadCartIfAny();
  };
  return (
    <label class="choice">
      Currency
      <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
        {currencies.map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </select>
    </label>
  );
};

export const Footer = () => (
  <footer class="bottom">
    <p>
      {shop.name}, served by <a href={`${shop.base}/welcome`}>Cartwright</a>
    </p>
    <ConsentSwitch />
    {currencies.length > 1 && <CurrencyChoice />}
  </footer>
);
