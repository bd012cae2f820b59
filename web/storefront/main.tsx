/** Begins the storefront in the page that the node served. */
import { render } from 'preact';
import { loadCartIfAny } from './cart.ts';
import { resumeEvents } from './events.ts';
import { followRoutes } from './route.tsx';
import { Storefront } from './storefront.tsx';

const place = document.getElementById('storefront');
if (place !== null) {
  followRoutes();
  render(<Storefront />, place);
  void loadCartIfAny();
  resumeEvents();
}
