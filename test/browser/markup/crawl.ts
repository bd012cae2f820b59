/** Follows every link of its kind from page to page, and says of each page what was drawn or run that was only said. */
import type { Page, Request } from 'playwright-core';

/** Of pages that are alike so many are opened. */
const ALIKE = 2;

export type Seen = {
  /** Kinds of pages that were opened, by their addresses with `*` where one of many stands. */
  readonly shapes: ReadonlySet<string>;
  readonly opened: number;
  /** What all of them said, fields that can be changed included. */
  readonly said: string;
  readonly faults: readonly string[];
};

/** Names of records have digits, or stand behind these. */
const MANY = /(?<=^\/(?:product|console\/(?:customers|settings\/shipping-methods))\/)[\w%.-]+$/;
const shapeOf = (path: string): string => {
  const { pathname, searchParams } = new URL(path, 'http://a');
  const steps = pathname.replace(MANY, (step) => (step === 'new' ? step : '*')).split('/');
  const [query = ''] = searchParams.keys();
  return [steps.map((step) => (/[\d%_]/.test(step) ? '*' : step)).join('/'), query].join(' ').trim();
};

/** Elements that markup would have made, addresses that run, and whether anything ran. */
const DRAWN = `[
  ...[...document.querySelectorAll('x-m, [onerror], [onclick], [src$="x-m"]')].map((one) => 'element: ' + one.outerHTML.slice(0, 200)),
  ...[...document.querySelectorAll('*')].flatMap((one) =>
    [...one.attributes].filter(({ value }) => /^\\s*javascript:/i.test(value) && !['value', 'title', 'alt', 'aria-label'].includes(one.name))
      .filter(({ name }) => ['href', 'src', 'action', 'formaction', 'data', 'srcdoc', 'xlink:href'].includes(name))
      .map(({ name, value }) => 'address: ' + name + ' ' + value.slice(0, 80))),
  ...(window.xM === undefined ? [] : ['a script ran']),
]`;
/** As texts, and in fields that can be changed. */
const SAID = `[document.body.innerText, ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value)].join('\\n')`;
const LINKS = `[...document.querySelectorAll('a[href]')].map((one) => one.getAttribute('href')).filter((to) => to.startsWith('/'))`;

/** Parts that are closed until somebody asks for them, as soon as they are drawn. */
const OPEN_PARTS = `(async () => {
  for (const part of document.querySelectorAll('main details')) part.open = true;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
})()`;

/** What is on its way, and what went wrong, for a page that does not open: which of its calls it waits for. */
const watching = (page: Page): (() => string) => {
  const under = new Set<Request>();
  let wrong: string[] = [];
  page.on('framenavigated', () => {
    wrong = [];
  });
  page.on('request', (request) => under.add(request));
  page.on('requestfinished', (request) => under.delete(request));
  page.on('requestfailed', (request) => {
    under.delete(request);
    wrong.push(`failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) wrong.push(`${response.status()}: ${response.url()}`);
  });
  page.on('pageerror', (error) => wrong.push(`script: ${error.message}`));
  return () => [...wrong, ...[...under].map((request) => `no answer yet: ${request.url()}`)].join('\n');
};

type Way = {
  readonly from: readonly string[];
  /** Which links are followed. */
  readonly follows: (path: string) => boolean;
  /** Until it is there as a reader would see it. */
  readonly open: (page: Page, path: string) => Promise<void>;
};

export const crawl = async (page: Page, { from, follows, open }: Way): Promise<Seen> => {
  const [shapes, met] = [new Map<string, number>(), new Set(from)];
  const [waiting, faults, said]: [string[], string[], string[]] = [[...from], [], []];
  page.on('dialog', (dialog) => {
    faults.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) faults.push(`${page.url()}: ${message.text()}`);
  });
  const seen = watching(page);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const shape = shapeOf(path);
    const opened = shapes.get(shape) ?? 0;
    if (opened >= ALIKE && !from.includes(path)) continue;
    shapes.set(shape, opened + 1);
    await open(page, path).catch(async (cause: unknown) => {
      const shown = await page.evaluate<string>('document.body.innerText.slice(0, 2000)').catch(String);
      throw new Error(`${path} did not open\n${seen()}\nIt shows: ${shown}`, { cause });
    });
    await page.evaluate(OPEN_PARTS);
    for (const what of await page.evaluate<readonly string[]>(DRAWN)) faults.push(`${path}: ${what}`);
    said.push(await page.evaluate<string>(SAID));
    for (const link of await page.evaluate<readonly string[]>(LINKS)) {
      if (met.has(link) || !follows(link)) continue;
      met.add(link);
      waiting.push(link);
    }
  }
  return { shapes: new Set(shapes.keys()), opened: said.length, said: said.join('\n'), faults };
};
