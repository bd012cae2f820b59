/**
 * Pages of the storefront as they are sent: drawn with what they show, where the node draws them, else the empty frame. What
 * was drawn is kept, compressed, under the versions of everything in it, so a page costs its drawing once for each change.
 */
import { gzipSync } from 'node:zlib';
import { Script } from 'node:vm';
import type { ProductReader } from '../catalog/listing/read-products.ts';
import { type KeptAnswer, keptAnswers } from '../catalog/listing/kept-answers.ts';
import type { StorefrontShop } from '../contract/catalog/storefront-contract.ts';
import type { ApplicationCaller } from '../http/caller.ts';
import type { WebBundle, WebFile } from '../http/pages/web-bundle.ts';
import { Refusal } from '../shared/errors.ts';
import { nextTurn } from '../shared/slices.ts';
import { type Address, type DrawingRoom, drawingRoom, type PageQuestion, type PageState } from './drawing-room.ts';
import { ownWords } from './own-words.ts';
import type { ReadShelves } from './read-shelves.ts';
import { storefrontPage } from './storefront-page.ts';

const KEPT_BYTES = 16_777_216;

type PageAsked = Readonly<{ shop: StorefrontShop; caller: ApplicationCaller; at: Address; state: PageState }>;
export type SentPage = { readonly status: 200 | 404; readonly gzipped: Uint8Array };
/** Without an address: the page of those that lead nowhere. */
export type DrawPage = (asked: Omit<PageAsked, 'at'> & Partial<Pick<PageAsked, 'at'>>) => Promise<SentPage>;
export type DrawOptions = {
  readonly bundle: WebBundle;
  /** The parts, made for the node. */
  readonly parts: WebFile;
  readonly products: ProductReader;
  readonly shelves: ReadShelves;
  /** Told of a page that could not be drawn; the visitor's browser draws it then. */
  readonly onFault: (error: unknown) => void;
};

const compressed = (page: string): Uint8Array => gzipSync(page);

export const pageDrawer = ({ bundle, parts, products, shelves, onFault }: DrawOptions): DrawPage => {
  const script = new Script(parts.plain.toString(), { filename: 'web/storefront/server.tsx' });
  const kept = keptAnswers(KEPT_BYTES, (question) => question);
  let room: { readonly of: string; readonly drawing: DrawingRoom } | undefined;

  /** Made again when anything of the shop changes. */
  const roomOf = (shop: StorefrontShop): { readonly of: string; readonly drawing: DrawingRoom } => {
    const of = JSON.stringify(shop);
    if (room?.of !== of) room = { of, drawing: drawingRoom(script, shop) };
    return room;
  };
  const answerTo = (caller: ApplicationCaller, question: PageQuestion, currency: string | undefined) =>
    question.query === undefined
      ? products.product(caller, question.slug, currency)
      : products.list(caller, question.query, currency);

  /**
   * As it is kept: `asks` names nothing of the address that the page does not show, else each made-up one is drawn anew; `made`
   * names, beside the shop itself, everything that is in it.
   */
  const pageOf = ({ shop, caller, state }: Omit<PageAsked, 'at'>, asks: string, made: readonly unknown[]): KeptAnswer =>
    kept(JSON.stringify([caller.applicationId, asks, state]), JSON.stringify([roomOf(shop).of, ...made]));

  const painted = async (
    { shop, caller, at, state }: PageAsked,
    page: KeptAnswer,
    read: () => Promise<Readonly<Record<string, unknown>>>,
  ): Promise<Uint8Array> => {
    const answers = page.isMade() ? {} : await read();
    // In a turn of his own, who asks for a page that is not there: twenty new ones at once held up everybody. Not of who asked first:
    // he may have much else to wait for.
    if (!page.isMade()) await nextTurn();
    return page.body(async () => {
      const own = ownWords(caller.settings.translations, state.language);
      try {
        const drawn = roomOf(shop).drawing.draw(at, state, { answers, own });
        return compressed(storefrontPage(shop, bundle, { ...drawn, state, answers, own }));
      } catch (error) {
        onFault(error);
        return compressed(storefrontPage(shop, bundle, { state, own }));
      }
    });
  };

  const drawn = async (asked: PageAsked, question: PageQuestion): Promise<Uint8Array> => {
    const { caller, state } = asked;
    const answer = await answerTo(caller, question, state.currency === '' ? undefined : state.currency);
    const { version, shelves: found } = await shelves(caller.companyId);
    return painted(asked, pageOf(asked, question.key, [answer.tag, version]), async () => {
      const read: unknown = JSON.parse(Buffer.from(await answer.body()).toString());
      return { shelves: found, [question.key]: read };
    });
  };

  /** One for all addresses: whoever tries many of them has it drawn once. */
  const missing = async (
    { shop, caller, state: seen }: Omit<PageAsked, 'at'>,
    what: NonNullable<PageState['missing']>,
  ): Promise<SentPage> => {
    const state = { ...seen, missing: what };
    const { version, shelves: found } = await shelves(caller.companyId);
    const asked = { shop, caller, at: { path: '/', search: '' }, state };
    const page = pageOf(asked, 'missing', [version]);
    return { status: 404, gzipped: await painted(asked, page, async () => ({ shelves: found })) };
  };

  return async ({ at, ...asked }) => {
    if (at === undefined) return missing(asked, 'page');
    const { shop, caller, state } = asked;
    const question = roomOf(shop).drawing.question(at, state);
    if (question === null) {
      const frame = pageOf(asked, 'frame', []);
      return {
        status: 200,
        gzipped: await frame.body(async () => {
          const own = ownWords(caller.settings.translations, state.language);
          return compressed(storefrontPage(shop, bundle, { state, own }));
        }),
      };
    }
    try {
      return { status: 200, gzipped: await drawn({ ...asked, at }, question) };
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return missing(asked, 'product');
      throw error;
    }
  };
};
