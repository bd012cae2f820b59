/** A cart that somebody shared: what is in it at today's prices, and into the own cart with it. */
import { useEffect, useState } from 'preact/hooks';
import { announce } from '../ui/announcer.tsx';
import { Blank, Failure, Notice } from '../ui/states.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import { useValue } from '../ui/value.ts';
import { Breakup } from './breakup.tsx';
import { CallProblem } from './call.ts';
import { cart, type CartLine, readShared, takeShared, unitsIn } from './cart.ts';
import { Amount, Words } from './cart-line.tsx';
import { Picture } from './product-card.tsx';
import { go, Link } from './route.tsx';
import { chosenCurrency, shop } from './shop.ts';

const Line = ({ line, currency }: { readonly line: CartLine; readonly currency: string }) => (
  <li class="line">
    <Picture url={line.product?.images?.[0]?.url} alt="" />
    <div class="words">
      <Words line={line} />
    </div>
    <div class="sums">
      <Amount line={line} currency={currency} />
      <p class="soft">Quantity {line.quantity}</p>
    </div>
  </li>
);

const Taking = ({ token }: { readonly token: string }) => {
  const [refused, setRefused] = useState('');
  const hasOwn = unitsIn(useValue(cart)) > 0;
  const take = async (action: 'merge' | 'replace'): Promise<void> => {
    const { success, message } = await takeShared(token, action);
    if (!success) return setRefused(message);
    announce('Your cart was updated.');
    go('/cart');
  };
  return (
    <>
      <button type="button" class="button grand" onClick={() => void take('merge')}>
        Add to my cart
      </button>
      {hasOwn && (
        <button type="button" class="button quiet" onClick={() => void take('replace')}>
          Replace my cart
        </button>
      )}
      {refused !== '' && <Notice kind="warn">{refused}</Notice>}
    </>
  );
};

export const SharedCartPage = ({ token }: { readonly token: string }) => {
  const money = useValue(chosenCurrency);
  const { answer, problem, again } = useAnswer(`shared/${money}/${token}`, () => readShared(token));
  useEffect(() => {
    document.title = `A shared cart · ${shop.name}`;
  }, []);
  if (problem instanceof CallProblem && problem.status === 404) {
    return (
      <Blank icon="bag" title="This cart is no longer shared">
        <p>The link may be mistyped, or its time is over.</p>
        <Link class="button" to="/">
          Browse the shop
        </Link>
      </Blank>
    );
  }
  if (problem !== undefined) return <Failure title="The cart did not load" problem={problem} again={again} />;
  const currency = answer?.currency?.code ?? shop.currency;
  return (
    <div class="cart">
      <div class="heading">
        <h1>A shared cart</h1>
      </div>
      {answer !== undefined && (
        <div class="cart-grid">
          <ul class="lines">
            {answer.items?.map((line) => (
              <Line key={line.identifiers?.identifier ?? line.key} line={line} currency={currency} />
            ))}
          </ul>
          <aside class="summary" aria-label="Price details">
            <h2>At today’s prices</h2>
            <Breakup cart={answer} currency={currency} />
            <Taking token={token} />
          </aside>
        </div>
      )}
    </div>
  );
};
