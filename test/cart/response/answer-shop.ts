/** A shop with a small catalogue, stores and lanes, in which carts are answered. Every answer is checked against the contract. */
import assert from 'node:assert/strict';
import { system } from '../../../src/applications/node.ts';
import { completeSettings } from '../../../src/applications/settings.ts';
import type { CartAsk } from '../../../src/cart/call/cart-ask.ts';
import type { CartReaders, PricedShop } from '../../../src/cart/call/cart-shop.ts';
import { answerCart, type AnsweredCart, type Viewer } from '../../../src/cart/response/cart-answer.ts';
import type { StoredCart } from '../../../src/cart/store/cart-document.ts';
import { createArticleCache } from '../../../src/catalog/article-cache.ts';
import { catalogReader } from '../../../src/catalog/read-articles.ts';
import type { ApplicationSettings } from '../../../src/contract/applications/application-contract.ts';
import type { CartSettings } from '../../../src/contract/applications/cart-settings-contract.ts';
import { CartDetail as CartDetailSchema } from '../../../src/contract/cart/cart-contract.ts';
import type { ArticleRow, ProductRow } from '../../../src/contract/catalog/catalog-feed-contract.ts';
import type { AdjustmentBody } from '../../../src/contract/offers/offer-adjustment-contract.ts';
import type { ConfigurationBody } from '../../../src/contract/offers/offer-configuration-contract.ts';
import { deliveryReader } from '../../../src/delivery/read-lanes.ts';
import { addAdjustment } from '../../../src/offers/adjustments/change-adjustment.ts';
import { addOffer } from '../../../src/offers/change-offer.ts';
import { addConfiguration, changeConfiguration } from '../../../src/offers/configurations/change-configuration.ts';
import type { Definition } from '../../../src/offers/offer.ts';
import { offerReader } from '../../../src/offers/read-offers.ts';
import { once } from '../../../src/shared/once.ts';
import { newNode, type TestNode } from '../../applications/new-node.ts';
import { newShop, type Shop } from '../../applications/test-server.ts';
import { checkLaws } from './answer-laws.ts';
import type { Answer } from './answers.ts';
import { anAsk } from './carts.ts';
import { type FeedCompany, feedCompany } from './feed-company.ts';
import { unlisted } from './listed-fields.ts';
import { areas, lanes, sellers, stores } from './places.ts';
import { type ValueRecorder, valueRecorder } from './value-recorder.ts';
import { anArticle, aProduct } from '../../catalog/shop.ts';
import { compileSchemas } from '../../conformance/compile-schema.ts';
import type { SchemaJson } from '../../conformance/schema-walk.ts';
import type { Engine } from '../../databases.ts';

export type Asking = {
  readonly ask?: Partial<CartAsk>;
  readonly settings?: Partial<ApplicationSettings>;
  readonly cartSettings?: Partial<CartSettings>;
  readonly customer?: string;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly readers?: Partial<CartReaders>;
  readonly viewer?: Viewer;
};
export type AnswerShop = Shop & {
  readonly node: TestNode;
  readonly feed: FeedCompany;
  /** A product and its articles, by item id. */
  readonly sell: (
    itemId: number,
    articles: readonly Partial<ArticleRow>[],
    product?: Partial<ProductRow>,
  ) => Promise<void>;
  readonly stock: (uid: string, quantity: number) => Promise<void>;
  readonly promotion: (body: Definition) => Promise<string>;
  readonly coupon: (body: Definition) => Promise<string>;
  readonly configure: (body: ConfigurationBody) => Promise<void>;
  readonly addCartKind: (body: ConfigurationBody) => Promise<string>;
  readonly adjust: (
    body: Partial<AdjustmentBody> & Pick<AdjustmentBody, 'cart_id' | 'type' | 'value'> & { readonly code?: string },
  ) => Promise<string>;
  readonly shop: (asking?: Asking) => PricedShop;
  readonly answer: (cart: StoredCart | undefined, asking?: Asking) => Promise<AnsweredCart>;
  /** The answer alone, with items and breakup. */
  readonly cart: (cart: StoredCart | undefined, asking?: Asking) => Promise<Answer>;
  readonly recorder: ValueRecorder;
  readonly close: () => Promise<void>;
};

/** To compile it takes longer than most tests of a shop do. */
const compiledContract = once(() => compileSchemas({ answer: CartDetailSchema as unknown as SchemaJson }));

const request = { ...system, remember: () => [], checkVersion: () => undefined };
const published = { _schedule: { published: true } };

export const openAnswerShop = async (engine: Engine): Promise<AnswerShop> => {
  const node = await newNode(engine);
  const made = await newShop(node);
  const { companyId, applicationId, organizationId } = made;
  const place = { organizationId, companyId, applicationId };
  const services = {
    node,
    catalog: catalogReader(node.db, createArticleCache(node.db, { now: node.now })),
    delivery: deliveryReader(node.db),
    offers: offerReader(node.db),
  };
  const { answer: contract } = await compiledContract();
  const recorder = valueRecorder(CartDetailSchema);
  const feed = feedCompany(node, companyId);
  await feed('stores', stores);
  await feed('areas', areas);
  await feed('lanes', lanes);
  await feed('sellers', sellers);

  const baseSettings = completeSettings({
    name: 'Shop',
    currency: 'INR',
    country: 'IN',
    currencies: ['USD', 'JPY'],
    time_zone: 'Asia/Kolkata',
    storefront_url: 'https://shop.example/',
  });
  const shop: AnswerShop['shop'] = ({ settings, cartSettings, customer, claims = {}, readers } = {}) => ({
    ...services,
    caller: {
      applicationId,
      companyId,
      settings: { ...baseSettings, ...settings, cart: { ...baseSettings.cart, ...cartSettings } },
    },
    shopper: customer === undefined ? {} : { customer: { userId: customer, claims, expiresAt: null } },
    ...(readers === undefined ? {} : { readers }),
  });
  const answer: AnswerShop['answer'] = async (cart, asking = {}) => {
    const answered = await answerCart(shop(asking), cart, anAsk(asking.ask), asking.viewer);
    const sent = JSON.parse(JSON.stringify(answered.answer)) as unknown;
    assert.deepEqual(contract.problemsOf(sent), []);
    assert.deepEqual(unlisted(CartDetailSchema, sent), []);
    recorder.record(sent);
    checkLaws(answered.answer as Answer);
    return answered;
  };

  return {
    ...made,
    node,
    feed,
    sell: async (itemId, articles, product = {}) => {
      await feed('products', [aProduct(itemId, product)]);
      await feed(
        'articles',
        articles.map((article) => anArticle(itemId, article)),
      );
    },
    stock: (uid, quantity) => feed('inventory', [{ uid, quantity }]),
    promotion: async (body) => {
      const definition = {
        mode: 'promotion',
        promo_group: 'product',
        stackable: true,
        buy_rules: { 'rule#1': { all_items: true } },
        ...published,
        ...body,
      };
      return (await addOffer(node, place, { kind: 'promotion', body: definition }, request)).id;
    },
    coupon: async (body) => {
      const definition = {
        type_slug: 'percentage_amount_percentage',
        validity: { priority: 0 },
        state: { is_public: true, is_display: true },
        ...published,
        ...body,
      };
      return (await addOffer(node, place, { kind: 'coupon', body: definition }, request)).id;
    },
    configure: async (body) => void (await changeConfiguration({ node, place }, { id: applicationId, body }, request)),
    addCartKind: async (body) => (await addConfiguration({ node, place }, body, request)).id,
    adjust: async (body) => {
      const given: AdjustmentBody = {
        message: 'By the till',
        is_authenticated: true,
        article_level_distribution: false,
        article_ids: [],
        collection: { collected_by: 'FYND', refund_by: 'FYND' },
        ...body,
      };
      return (await addAdjustment({ node, place }, given, request)).id;
    },
    shop,
    answer,
    cart: async (cart, asking) => (await answer(cart, asking)).answer as Answer,
    recorder,
    close: node.close,
  };
};
