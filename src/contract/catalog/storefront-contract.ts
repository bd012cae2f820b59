/** What this node's own storefront is given: the shop it shows, the shelves to choose from, and when a size would arrive. */
import { type Static, Type } from 'typebox';
import { Nullable } from '../primitives.ts';

/** Written into the page as JSON. The token is the storefront's own: docs/behaviour/storefront.md says why it may be seen. */
export type StorefrontShop = {
  readonly name: string;
  readonly application_id: string;
  readonly application_token: string;
  /** Of its settings: pages that were drawn from others are drawn again. */
  readonly version: number;
  readonly currency: string;
  /** Further currencies a shopper may ask for. */
  readonly currencies: readonly string[];
  /** Public path of the installation, without a slash at its end. */
  readonly base: string;
  /** Its public address, likewise: what lies below it is asked for where the visitor is. */
  readonly public_url: string;
  /** Where the words of each further language are, by its tag. */
  readonly words: Readonly<Record<string, string>>;
  /** Where the script is that puts what the pages tell into the words of events. */
  readonly told: string;
  /** Whether anybody may sign in as one of the demo customers. */
  readonly demo_sign_in: boolean;
  /** Whether orders are paid at the made-up payment service. */
  readonly demo_payment: boolean;
};

/** Texts of the shop's own in the page's language; `{}` stands for what a text names. */
export type OwnWords = readonly (readonly [text: string, ours: string])[];

/** What a page says of itself to search engines and to whoever is sent its link. */
export type PageHead = {
  readonly title: string;
  readonly description: string;
  /** The address under which it wants to be known. */
  readonly canonical: string;
  readonly picture: string;
  /** Structured data, in the words of schema.org. */
  readonly data: unknown;
};

const shelf = {
  uid: Type.Integer(),
  name: Type.String(),
  count: Type.Integer({ description: 'Products on it.' }),
};
const Shelf = Type.Object(shelf);
const SecondShelf = Type.Object({ ...shelf, children: Type.Array(Shelf) });
const FirstShelf = Type.Object({ ...shelf, children: Type.Array(SecondShelf) });

export const Shelves = Type.Object(
  {
    categories: Type.Array(FirstShelf, { description: 'Three levels.' }),
    brands: Type.Array(Shelf),
  },
  { title: 'StorefrontShelves' },
);
export type Shelf = Static<typeof Shelf>;
export type Shelves = Static<typeof Shelves>;

export const ArrivalQuery = Type.Object({
  item_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  size: Type.String({ maxLength: 256 }),
  area_code: Type.String({ minLength: 1, maxLength: 24 }),
});
export type ArrivalQuery = Static<typeof ArrivalQuery>;

export const Arrival = Type.Object(
  {
    deliverable: Type.Boolean(),
    place: Type.String({ description: 'City of the area; empty when it is not known.' }),
    journeys: Type.Array(
      Type.Object({
        journey: Type.String(),
        message: Type.String(),
        day: Type.String({ description: 'The latest day, on the clock of the place.' }),
        max: Type.String({ description: 'The latest time.' }),
        eta_mins: Nullable(Type.Integer({ description: 'Minutes until it is there, when that is soon.' })),
      }),
      { description: 'One for each speed on offer.' },
    ),
  },
  { title: 'StorefrontArrival' },
);
export type Arrival = Static<typeof Arrival>;
