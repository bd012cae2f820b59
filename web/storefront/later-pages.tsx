/** Pages nobody begins a visit with: they come as a file of their own when the first of them is opened. */
import { AccountPage } from './account-page.tsx';
import { CheckoutPage } from './checkout-page.tsx';
import { DemoPaymentPage } from './demo-payment-page.tsx';
import { OrderPage } from './order-page.tsx';
import type { Route } from './route.tsx';
import { SharedCartPage } from './shared-cart-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

export const LaterPage = ({ at }: { readonly at: Route }) => {
  if (at.page === 'shared') return <SharedCartPage key={at.token} token={at.token} />;
  if (at.page === 'order') return <OrderPage key={at.id} id={at.id} />;
  if (at.page === 'pay') return <DemoPaymentPage key={at.id} id={at.id} />;
  if (at.page === 'account') return <AccountPage tab={at.tab} />;
  if (at.page === 'checkout') return <CheckoutPage buyNow={at.buyNow} />;
  return <SignInPage />;
};
