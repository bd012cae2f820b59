/** Signing in, in the demo shop: its customers, one to be chosen; and what can be tried as each of them. */
import { useEffect, useState } from 'preact/hooks';
import { announce } from '../ui/announcer.tsx';
import { Failure, Problem, sentenceOf } from '../ui/states.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import { useValue } from '../ui/value.ts';
import { joinedCart, readCustomers, signIn } from './customer.ts';
import { go, Link, route } from './route.tsx';
import { customerName, shop } from './shop.ts';
import { named, words } from './words.ts';

const Choice = () => {
  const { answer, problem, again } = useAnswer('customers', readCustomers);
  const [refused, setRefused] = useState('');
  const enter = async (userId: string, name: string): Promise<void> => {
    try {
      await signIn(userId);
      announce(words.account.signedIn(name));
      // Not if he has gone on meanwhile. What came along is shown where it is.
      if (route.get().page === 'sign-in') go(joinedCart.get() > 0 ? '/cart' : '/');
    } catch (error) {
      setRefused(sentenceOf(error));
    }
  };
  if (problem !== undefined) {
    return <Failure title={words.account.nobody} problem={problem} again={again} />;
  }
  return (
    <>
      <p>{words.account.demo}</p>
      <Problem sentence={refused} />
      <ul class="people">
        {answer?.customers.map(({ user_id: id, name, about }) => (
          <li key={id} class="summary">
            <h2>{name}</h2>
            <p class="soft">{named(about)}</p>
            <button type="button" class="button" onClick={() => void enter(id, name)}>
              {words.account.as(name.split(' ')[0] ?? '')}
            </button>
          </li>
        ))}
      </ul>
      {answer !== undefined && answer.gift_card_code !== '' && (
        <p class="soft">
          {words.account.card} <code class="code">{answer.gift_card_code}</code>
        </p>
      )}
    </>
  );
};

export const SignInPage = () => {
  const name = useValue(customerName);
  useEffect(() => {
    document.title = `${words.account.signIn} · ${shop.name}`;
  }, []);
  return (
    <div class="cart">
      <div class="heading">
        <h1>{name === '' ? words.account.signIn : words.account.hello(name)}</h1>
      </div>
      {name === '' ? (
        <Choice />
      ) : (
        <Link class="button" to="/account">
          {words.account.title}
        </Link>
      )}
    </div>
  );
};
