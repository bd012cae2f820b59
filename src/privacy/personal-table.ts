/**
 * How a table says what it holds of people: every column is of one kind, and a table that holds something of shoppers says how
 * the rows of one of them are found and what becomes of them when he is to be forgotten. Pure.
 *
 * Kinds of columns:
 *   plain    nothing of a person: amounts, times, states, words of the shop
 *   key      drawn by chance, counted or hashed: leads to nobody once the rows it joins name nobody
 *   staff    people of the shop: operators and those who work for it
 *   shopper  the id of a shopper
 *   told     what a shopper said, or somebody said of him
 *   members  a JSON document of which some members are told or name a shopper
 */

/** What becomes of a member: the shopper's id behind these words (`user:`) gets another name, or a value takes its place. */
export type Becomes = { readonly shopper: string } | { readonly value: unknown; readonly unless?: Unless };
/** It stays in a document that says this at the path. */
type Unless = { readonly path: string; readonly is: string };
/** By the path of the member: `lines.*.meta` is in every entry of a list, `**.user_id` at any depth. */
export type Members = Readonly<Record<string, Becomes>>;

/** What a way compares a column with; `find-person.ts` knows the values of each. */
export type Sign =
  | 'user'
  | 'holder'
  | 'actor'
  | 'user_sign'
  | 'anonymous_sign'
  | 'cart'
  | 'cart_word'
  | 'cart_hold'
  | 'cart_subject'
  | 'order'
  | 'order_hold'
  | 'order_subject'
  | 'sequence';

/** One way to the rows of a person. */
export type Way =
  /** By `owner_kind` and `owner_id`. */
  | { readonly by: 'owner' }
  | { readonly by: 'sign'; readonly column: string; readonly sign: Sign; readonly and?: string }
  /** In the batch of the row of another table that it belongs to, whose `id` the column has behind these words. */
  | { readonly by: 'parent'; readonly parent: string; readonly column: string; readonly prefix?: string }
  /** All rows of the application, or of the organization, are looked through. */
  | { readonly by: 'reading'; readonly of: 'application_id' | 'organization_id' };

export const signed = (column: string, sign: Sign, and?: string): Way => ({
  by: 'sign',
  column,
  sign,
  ...(and === undefined ? {} : { and }),
});

type Kinds = {
  readonly plain?: string;
  readonly key?: string;
  readonly staff?: string;
  readonly shopper?: string;
  readonly told?: string;
  readonly members?: Readonly<Record<string, Members>>;
};
export type PersonalTable = Kinds & {
  /** What it holds of people, for docs/operations/personal-data.md. */
  readonly holds: string;
  /** Whether the rows of a person go, or stay without him; undefined: it holds nothing that has to. */
  readonly rows?: 'go' | 'stay';
  /** What stays, and why; or by which time the rest goes by itself. */
  readonly keeps?: string;
  readonly id?: string;
  readonly ways?: readonly Way[];
  /** A change raises the version, so that whoever has read the row before reads it again. */
  readonly versioned?: boolean;
  /** In `shopper` columns that have more than the id: the words before it. */
  readonly prefix?: string;
  /** Members that name a cart: a row about one of his is about him. */
  readonly carts?: readonly string[];
  /** Rows in these states are still needed as they are, but not for longer than this many days. */
  readonly waits?: { readonly states: readonly string[]; readonly days: number };
  /** By these are found orders that waited, and what was written about them meanwhile. */
  readonly meanwhile?: readonly Way[];
  /** Where rows go: of others, which name nobody and stay, these members are emptied. */
  readonly kept?: { readonly ways: readonly Way[]; readonly members: Readonly<Record<string, Members>> };
  /** Two rows that come under one name become one: what they have of this is added up. */
  readonly adds?: string;
  /** Part of what is kept of events, which can be forgotten alone. */
  readonly events?: boolean;
};

const words = (text: string | undefined): readonly string[] =>
  text === undefined || text === '' ? [] : text.split(' ');

export type ColumnKind = 'plain' | 'key' | 'staff' | 'shopper' | 'told' | 'members';
const wordKinds = ['plain', 'key', 'staff', 'shopper', 'told'] as const;

/** Every column that the entry names, with its kind. */
export const columnsOf = (table: PersonalTable): ReadonlyMap<string, ColumnKind> =>
  new Map<string, ColumnKind>([
    ...wordKinds.flatMap((kind) => words(table[kind]).map((column) => [column, kind] as const)),
    ...Object.keys(table.members ?? {}).map((column) => [column, 'members'] as const),
  ]);

export const columnsOfKind = (table: PersonalTable, kind: (typeof wordKinds)[number]): readonly string[] =>
  words(table[kind]);

export const keyOf = ({ id = 'id' }: PersonalTable): readonly string[] => words(id);
