/** Who is signed in on this page: in the demo shop, one of its made-up customers. Elsewhere nobody signs in here. */
import type { DemoCustomers, DemoSignedIn } from '../../src/contract/customers/demo-sign-in-contract.ts';
import { createValue } from '../ui/value.ts';
import { call } from './call.ts';
import { cart, dropCart, loadCart, loadCartIfAny, unitsIn } from './cart.ts';
import { forgetAnswers } from '../ui/use-answer.ts';
import { tell } from './events.ts';
import { anonymousToken, customerName, customerToken, customerUser } from './shop.ts';

/** Units that came along into the customer's cart, until they were shown. */
export const joinedCart = createValue(0);

export const readCustomers = (): Promise<DemoCustomers> => call('/demo/customers');

/** The cart that was filled before joins the customer's with its next reading. */
export const signIn = async (userId: string): Promise<void> => {
  const body = { user_id: userId };
  const { customer_token: token, customer } = await call<DemoSignedIn>('/demo/sign-in', { method: 'POST', body });
  const before = unitsIn(cart.get());
  customerToken.set(token);
  customerName.set(customer.name);
  customerUser.set(customer.user_id);
  tell(({ userLogin }) => userLogin({ user_id: customer.user_id, login_value: customer.email, method: 'demo' }));
  await loadCart();
  joinedCart.set(cart.get().problem === undefined ? before : 0);
};

/** Whoever comes next to this browser is somebody else. */
export const signOut = async (): Promise<void> => {
  tell(({ userLogout }) => userLogout());
  for (const kept of [customerToken, customerName, customerUser, anonymousToken]) kept.set('');
  dropCart();
  forgetAnswers();
  await loadCartIfAny();
};
