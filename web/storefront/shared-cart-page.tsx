/** A cart that somebody shared: what is in it at today's prices, and into the own cart with it. */
import { useEffect, useState } from 'preact/hooks';
import { announce } from '../ui/announcer.tsx';
import { Failure, Notice } from '../ui/states.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import { useValue } from '../ui/value.ts';
import { Breakup } from './breakup.tsx';
import { CallProblem } from './call.ts';
import { cart, readShared, takeShared, unitsIn } from './cart.ts';
import { Cost, Parts, Words } from './cart-line.tsx';
import { type LineGroup, lineGroups } from './line-groups.ts';
import { Picture } from './product-card.tsx';
import { go } from './route.tsx';
import { chosenCurrency, shop } from './shop.ts';
import { NothingHere } from './nothing-here.tsx';
import { words } from './words.ts';

const Line = ({ group, currency }: { readonly group: LineGroup; readonly currency: string }) => {
  const { line } = group;
  return (
    <li class="line">
      <Picture url={line.product?.images?.[0]?.url} alt="" />
      <div class="words">
        <Words line={line} />
        <Parts group={group} currency={currency} />
      </div>
      <div class="sums">
        <Cost group={group} currency={currency} />
        <p class="soft">{words.cart.quantity(line.quantity ?? 0)}</p>
      </div>
    </li>
  );
};

const Taking = ({ token }: { readonly token: string }) => {
  const [refused, setRefused] = useState('');
  const hasOwn = unitsIn(useValue(cart)) > 0;
  const take = async (action: 'merge' | 'replace'): Promise<void> => {
    const { success, message } = await takeShared(token, action);
    if (!success) return setRefused(message);
    announce(words.cart.updated);
    go('/cart');
  };
  return (
    <>
      <button type="button" class="button grand" onClick={() => void take('merge')}>
        {words.sharedCart.add}
      </button>
      {hasOwn && (
        <button type="button" class="button quiet" onClick={() => void take('replace')}>
          {words.sharedCart.replace}
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
    document.title = `${words.sharedCart.title} · ${shop.name}`;
  }, []);
  if (problem instanceof CallProblem && problem.status === 404) {
    return <NothingHere whole icon="bag" title={words.sharedCart.gone} why={words.sharedCart.goneWhy} />;
  }
  if (problem !== undefined) return <Failure whole title={words.cart.failed} problem={problem} again={again} />;
  const currency = answer?.currency?.code ?? shop.currency;
  return (
    <div class="cart">
      <div class="heading">
        <h1>{words.sharedCart.title}</h1>
      </div>
      {answer !== undefined && (
        <div class="cart-grid">
          <ul class="lines">
            {lineGroups(answer.items ?? []).map((group) => (
              <Line key={group.line.identifiers?.identifier ?? group.line.key} group={group} currency={currency} />
            ))}
          </ul>
          <aside class="summary" aria-label={words.cart.price}>
            <div>
              <h2>{words.cart.price}</h2>
              <p class="soft">{words.sharedCart.today}</p>
            </div>
            <Breakup cart={answer} currency={currency} />
            <Taking token={token} />
          </aside>
        </div>
      )}
    </div>
  );
};
