/** Begins the console in the page that the node served. */
import { render } from 'preact';
import { Console } from './frame.tsx';

const place = document.getElementById('console');
if (place !== null) {
  place.replaceChildren();
  render(<Console />, place);
}
