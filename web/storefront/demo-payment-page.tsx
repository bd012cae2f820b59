/** The payment service of the demo shop, as a shopper meets one: pay, be declined, fail, or go back without having paid. */
import { useEffect, useState } from 'preact/hooks';
import type { DemoPaid } from '../../src/contract/orders/demo-payment-contract.ts';
import type { Order } from '../../src/contract/orders/order-contract.ts';
import { money } from '../ui/money.ts';
import { Failure, Notice, Problem, sentenceOf } from '../ui/states.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import { call } from './call.ts';
import { tellComplete } from './checkout.ts';
import { readOrder } from './orders.ts';
import { go, Link, orderPath } from './route.tsx';
import { shop } from './shop.ts';
import { words } from './words.ts';

type Outcome = 'success' | 'failed';

const report = async (order: Order, outcome: Outcome): Promise<void> => {
  const id = order.order_id ?? '';
  const { status } = await call<DemoPaid>('/demo/payment', { method: 'POST', body: { order_id: id, outcome } });
  if (status === 'placed') void tellComplete(id).catch(() => undefined);
  go(orderPath(id));
};

const Choices = ({ order }: { readonly order: Order }) => {
  const [said, setSaid] = useState('');
  const [isBusy, setBusy] = useState(false);
  const tell = async (outcome: Outcome): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      await report(order, outcome);
    } catch (problem) {
      setSaid(sentenceOf(problem));
      setBusy(false);
    }
  };
  const total = money(order.order_value ?? 0, order.currency?.code ?? shop.currency, true);
  return (
    <>
      <Problem sentence={said} />
      <button type="button" class="button grand" aria-busy={isBusy} onClick={() => void tell('success')}>
        {words.demoPayment.pay(total)}
      </button>
      <button type="button" class="button quiet" onClick={() => setSaid(words.demoPayment.declined)}>
        {words.demoPayment.decline}
      </button>
      <button type="button" class="button quiet" onClick={() => void tell('failed')}>
        {words.demoPayment.fail}
      </button>
    </>
  );
};

export const DemoPaymentPage = ({ id }: { readonly id: string }) => {
  const { answer, problem, again } = useAnswer(`pay/${id}`, () => readOrder(id));
  useEffect(() => {
    document.title = `${words.demoPayment.title} · ${shop.name}`;
  }, []);
  if (problem !== undefined) return <Failure whole title={words.order.failed} problem={problem} again={again} />;
  if (answer === undefined) return null;
  return (
    <div class="cart demo-payment">
      <h1>{words.demoPayment.title}</h1>
      <p class="soft">{words.demoPayment.about}</p>
      <div class="summary">
        <p>{words.order.number(id)}</p>
        {answer.status === 'awaiting_payment' ? (
          <Choices order={answer} />
        ) : (
          <Notice>{words.demoPayment.nothing}</Notice>
        )}
        <Link to={orderPath(id)}>{words.demoPayment.back}</Link>
      </div>
    </div>
  );
};
