/** Below every page: the currency to see prices in, and what runs here. */
import { useValue } from '../ui/value.ts';
import { loadCartIfAny } from './cart.ts';
import { ConsentSwitch } from './consent.tsx';
import { HoodSwitch } from './hood-drawer.tsx';
import { Link } from './route.tsx';
import { languageNames } from './language.ts';
import { chosenCurrency, chosenLanguage, currencies, shop } from './shop.ts';
import { words } from './words.ts';

const CurrencyChoice = () => {
  const chosen = useValue(chosenCurrency) || shop.currency;
  const choose = (currency: string): void => {
    chosenCurrency.set(currency);
    void loadCartIfAny();
  };
  return (
    <label class="choice">
      {words.currency}
      <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
        {currencies.map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </select>
    </label>
  );
};

/** Another language is another page: it is drawn again by the node. */
const LanguageChoice = () => (
  <label class="choice">
    {words.languageChoice}
    <select
      value={words.tag}
      onChange={(event) => {
        chosenLanguage.set(event.currentTarget.value);
        location.reload();
      }}
    >
      {languageNames.map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag} selected={tag === words.tag}>
          {name}
        </option>
      ))}
    </select>
  </label>
);

export const Footer = () => (
  <footer class="bottom">
    <p>
      {words.servedBy(shop.name)} <a href={`${shop.base}/welcome`}>Cartwright</a>
    </p>
    <Link to="/account">{words.account.title}</Link>
    <ConsentSwitch />
    <HoodSwitch />
    <div class="act">
      <LanguageChoice />
      {currencies.length > 1 && <CurrencyChoice />}
    </div>
  </footer>
);
