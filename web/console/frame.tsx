/** The frame around every page: where one can go, which shop it is about, one box to find things, and who is signed in. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { Icon } from '../ui/icon.tsx';
import { Blank, Notice } from '../ui/states.tsx';
import { Finder } from './find/finder.tsx';
import { Missing, pages } from './pages.tsx';
import { inWords } from './parts/names.ts';
import { awaitPage, Page } from './parts/page.tsx';
import { Told } from './parts/told.tsx';
import { rooms } from './rooms.ts';
import { at, chooseShop, may, session, shop } from './session.ts';

/** The pages of the console; its entrance is made by the node. */
const scope = new RegExp(`^${session.base.replaceAll('.', '\\.')}/console(?!/(?:password|sign-in|sign-out|enter)\\b)`);

const Rooms = () => {
  const { path } = useLocation();
  const here = path.slice(at('').length);
  const isHere = (to: string): boolean => (to === '' ? here === '' || here === '/' : here.startsWith(to));
  return (
    <ul class="rooms">
      {rooms
        .filter(({ needs }) => may(needs))
        .map(({ to, name, icon }) => (
          <li key={to}>
            <a href={at(to)} aria-current={isHere(to) ? 'page' : undefined}>
              <Icon name={icon} />
              {name}
            </a>
          </li>
        ))}
    </ul>
  );
};

const ShopChoice = () => (
  <label class="shop-choice">
    <span class="unseen">Shop</span>
    <select value={shop.value.id} onChange={({ currentTarget }) => chooseShop(currentTarget.value)}>
      {session.applications.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  </label>
);

const Person = () => (
  <div class="person">
    <p>
      {session.operator.name}
      <small>
        {inWords(session.operator.role)}, {session.organization.name}
      </small>
    </p>
    <a href={at('/password')}>{session.has_password ? 'Change your password' : 'Set a password'}</a>
    <form method="post" action={at('/sign-out')}>
      <input type="hidden" name="form_token" value={session.form_token} />
      <button class="text-button">Sign out</button>
    </form>
  </div>
);

/** A new page begins at its top, and people who hear it hear its title. */
const useArrival = (path: string): void => {
  const arrived = useRef(path);
  useEffect(() => {
    if (arrived.current === path) return;
    arrived.current = path;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (heading === null) awaitPage();
    else heading.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [path]);
};

const Pages = () => (
  <Router>
    {pages.map(({ path: pattern, page }) => (
      <Route key={pattern} path={at(pattern)} component={page} />
    ))}
    <Route default component={Missing} />
  </Router>
);

/** Every room is about a shop. */
const NoShop = () => (
  <Page title={session.organization.name}>
    <Blank icon="bag" title="There is no shop yet">
      <p>
        Add one on the machine that runs the service, or by the operation addApplication; then load this page again.
      </p>
      <code>npx cartwright application add --name "My shop"</code>
    </Blank>
  </Page>
);

const Frame = () => {
  const { path } = useLocation();
  const [isOpen, setOpen] = useState(false);
  useArrival(path);
  useEffect(() => setOpen(false), [path]);
  return (
    <div class="frame">
      <a class="skip" href="#page">
        To the page
      </a>
      <header class="bar">
        <a class="mark" href={at('')}>
          <Icon name="wheel" />
          Cartwright
        </a>
        <button
          type="button"
          class="button quiet rooms-button"
          aria-expanded={isOpen}
          aria-controls="rooms"
          onClick={() => setOpen(!isOpen)}
        >
          Menu
        </button>
        <Finder />
      </header>
      <nav id="rooms" class={isOpen ? 'side open' : 'side'} aria-label="Console">
        <ShopChoice />
        <Rooms />
        <Person />
      </nav>
      <main id="page" key={shop.value.id}>
        {session.password_saved && (
          <Notice kind="good">Your password is saved. You are signed out everywhere else.</Notice>
        )}
        {session.applications.length === 0 ? <NoShop /> : <Pages />}
      </main>
      <Told />
    </div>
  );
};

export const Console = () => (
  <LocationProvider scope={scope}>
    <Frame />
  </LocationProvider>
);
