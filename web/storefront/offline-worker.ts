/**
 * The storefront's service worker: pages that were seen open without a connection, and the others as an empty frame in which
 * the script shows what this browser keeps. It keeps files of the shop, its pages as the node draws them for everybody, and
 * answers of the catalogue. It never keeps anything of a shopper: no cart, no order, no address, no token.
 */
type Kept = {
  readonly version: string;
  /** Public path of the installation, without a slash at its end. */
  readonly base: string;
  readonly files: readonly string[];
  /** Files of further languages, by their tags. */
  readonly words: Readonly<Record<string, string>>;
};
/** Written in front of this script by the node. */
declare const storefrontKept: Kept;

type Lasting = Event & { readonly waitUntil: (work: Promise<unknown>) => void };
type Fetching = Lasting & { readonly request: Request; readonly respondWith: (answer: Promise<Response>) => void };
type Scope = {
  readonly skipWaiting: () => Promise<void>;
  readonly clients: { readonly claim: () => Promise<void> };
  readonly addEventListener: {
    (name: 'install' | 'activate', listen: (event: Lasting) => void): void;
    (name: 'fetch', listen: (event: Fetching) => void): void;
  };
};

const scope = globalThis as unknown as Scope;
const { version, base, files, words } = storefrontKept;
const OURS = `storefront:${base}:`;
const FILES = `${OURS}${version}`;
const SEEN = `${FILES}:seen`;
const FRAME = `${base}/cart`;
const MOST_SEEN = 80;

/** Another version has other names: what an older one kept goes when this one takes over. */
const dropOlder = async (): Promise<void> => {
  const older = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== FILES && name !== SEEN);
  await Promise.all(older.map((name) => caches.delete(name)));
};

const fill = async (): Promise<void> => {
  const kept = await caches.open(FILES);
  await kept.addAll([...files]);
  const frame = await fetch(FRAME);
  if (!frame.ok) throw new Error('There is no shop.');
  const language = /<html lang="(\w+)"/.exec(await frame.clone().text())?.[1] ?? '';
  const spoken = new Map(Object.entries(words)).get(language);
  if (spoken !== undefined) await kept.add(spoken);
  await kept.put(FRAME, frame);
};

const keep = async (key: string, answer: Response): Promise<void> => {
  const seen = await caches.open(SEEN);
  await seen.delete(key);
  await seen.put(key, answer);
  const all = await seen.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - MOST_SEEN)).map((old) => seen.delete(old)));
};
const recall = async (key: string): Promise<Response | undefined> => (await caches.open(SEEN)).match(key);

/** From the shop while it can be reached, else as it was seen last. */
const seenOrAsked = async ({ request, waitUntil }: Asked, key: string, otherwise: string): Promise<Response> => {
  try {
    const answer = await fetch(request);
    if (answer.ok) waitUntil(keep(key, answer.clone()));
    return answer;
  } catch {
    const known = (await recall(key)) ?? (otherwise === '' ? undefined : await caches.match(otherwise));
    return known ?? Response.error();
  }
};
type Asked = { readonly request: Request; readonly waitUntil: Lasting['waitUntil'] };

/** Of pages that are not drawn only the frame is kept, once for all of them. */
const framed = async ({ request, waitUntil }: Asked): Promise<Response> => {
  try {
    const answer = await fetch(request);
    if (answer.ok && new URL(request.url).pathname === FRAME) {
      const copy = answer.clone();
      waitUntil(caches.open(FILES).then((kept) => kept.put(FRAME, copy)));
    }
    return answer;
  } catch {
    return (await caches.match(FRAME)) ?? Response.error();
  }
};

/** A file's name is its content. */
const fileOf = async ({ request, waitUntil }: Asked): Promise<Response> => {
  const known = await caches.match(request.url);
  if (known !== undefined) return known;
  const answer = await fetch(request);
  if (answer.ok) waitUntil(keep(request.url, answer.clone()));
  return answer;
};

const DRAWN = /^\/(?:product\/[^/]+)?$/;
const FRAMED = /^\/(?:cart(?:\/order-status)?|checkout|orders|account(?:\/\w+)?|sign-in|shared-cart\/[^/]+)$/;
const CATALOGUE = /^\/(?:service\/application\/catalog\/v1\.0\/products(?:\/[^/]+)?|storefront\/shelves)$/;
const FILE = /^\/storefront\/[\w-]+\.(?:js|css)$|^\/emitter\.js$/;

const answerTo = (asked: Asked): Promise<Response> | undefined => {
  const { request } = asked;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith(`${base}/`)) return undefined;
  const path = pathname.slice(base.length);
  if (request.mode === 'navigate') {
    if (DRAWN.test(path)) return seenOrAsked(asked, request.url, FRAME);
    return FRAMED.test(path) ? framed(asked) : undefined;
  }
  if (FILE.test(path)) return fileOf(asked);
  if (!CATALOGUE.test(path)) return undefined;
  // What the catalogue says depends on the currency and the language, and on nobody.
  const said = ['x-currency-code', 'x-language-code'].map((name) => request.headers.get(name) ?? '').join('.');
  return seenOrAsked(asked, `${pathname}${search}${search === '' ? '?' : '&'}in=${said}`, '');
};

scope.addEventListener('install', (event) => event.waitUntil(fill().then(() => scope.skipWaiting())));
scope.addEventListener('activate', (event) => event.waitUntil(dropOlder().then(() => scope.clients.claim())));
scope.addEventListener('fetch', (event) => {
  const answer = answerTo({ request: event.request, waitUntil: (work) => event.waitUntil(work) });
  if (answer !== undefined) event.respondWith(answer);
});
