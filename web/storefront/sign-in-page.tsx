/** Signing in, in the demo shop: its customers, one to be chosen; and what can be tried as each of them. */
import { useEffect, useState } from 'preact/hooks';
import { announce } from '../ui/announcer.tsx';
import { Failure, Notice, sentenceOf } from '../ui/states.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import { useValue } from '../ui/value.ts';
import { readCustomers, signIn, signOut } from './customer.ts';
import { go, route } from './route.tsx';
import { customerName, shop } from './shop.ts';

const Choice = () => {
  const { answer, problem, again } = useAnswer('customers', readCustomers);
  const [refused, setRefused] = useState('');
  const enter = async (userId: string, name: string): Promise<void> => {
    try {
      await signIn(userId);
      announce(`Signed in as ${name}.`);
      // Not if he has gone on meanwhile.
      if (route.get().page === 'sign-in') go('/');
    } catch (error) {
      setRefused(sentenceOf(error));
    }
  };
  if (problem !== undefined) return <Failure title="Nobody can sign in here" problem={problem} again={again} />;
  return (
    <>
      <p>This is a demo shop: be one of its customers. They are made up, so there is no password.</p>
      {refused !== '' && <Notice kind="warn">{refused}</Notice>}
      <ul class="people">
        {answer?.customers.map(({ user_id: id, name, about }) => (
          <li key={id} class="summary">
            <h2>{name}</h2>
            <p class="soft">{about}</p>
            <button type="button" class="button" onClick={() => void enter(id, name)}>
              Sign in as {name.split(' ')[0]}
            </button>
          </li>
        ))}
      </ul>
      {answer !== undefined && answer.gift_card_code !== '' && (
        <p class="soft">
          A gift card waits for whoever redeems it first: <code>{answer.gift_card_code}</code>
        </p>
      )}
    </>
  );
};

export const SignInPage = () => {
  const name = useValue(customerName);
  useEffect(() => {
    document.title = `Sign in · ${shop.name}`;
  }, []);
  return (
    <div class="cart">
      <div class="heading">
        <h1>{name === '' ? 'Sign in' : `Hello, ${name}`}</h1>
      </div>
      {name === '' ? (
        <Choice />
      ) : (
        <p>
          <button type="button" class="button" onClick={() => void signOut()}>
            Sign out
          </button>
        </p>
      )}
    </div>
  );
};
