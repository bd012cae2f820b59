import { type Static, type TObjectOptions, type TSchema, Type, type TUnsafe } from 'typebox';

/** A value or null, as a type array: one schema that AJV, the serialiser and OpenAPI 3.1 all read alike. */
export const Nullable = <T extends TSchema>(schema: T): TUnsafe<Static<T> | null> => {
  const { type, enum: words } = schema as {
    readonly type?: string | readonly string[];
    readonly enum?: readonly unknown[];
  };
  if (type === undefined && words === undefined) throw new Error('Nullable takes a schema with a type or an enum');
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    ...(type === undefined ? {} : { type: [type, 'null'].flat() }),
    ...(words === undefined ? {} : { enum: [...words, null] }),
  });
};

/** ISO 8601 in UTC with milliseconds; `isoTime` of shared/clock.ts writes it. */
export const DateTime = Type.String({ format: 'date-time' });

/** 24 hex digits, as `objectId` of shared/identifiers.ts makes them. */
export const ObjectId = Type.String({ pattern: '^[0-9a-f]{24}$' });

/**
 * Entries by names of a caller's own. What `Type.Record` makes of a name without a pattern matches no line end, so that what
 * stands under a name with one would be kept unread, and forgets how long a name may be.
 */
export const ByName = <T extends TSchema>(entry: T, longest: number, options: TObjectOptions = {}) =>
  Type.Record(Type.String({ pattern: '^[\\s\\S]*$' }), entry, {
    ...options,
    propertyNames: { minLength: 1, maxLength: longest, pattern: '^[^\\u0000-\\u001f\\u007f\\u2028\\u2029]*$' },
  });

/** In a query, one of true, True, 1, false, False, 0: http/query-values.ts reads them. */
export const QueryBoolean = (description: string) => Type.Optional(Type.Boolean({ description }));

const FieldProblem = Type.Object(
  {
    field: Type.String({ description: 'Where in the request, such as items[0].quantity; empty for all of it.' }),
    message: Type.String({ description: 'What to change, for people.' }),
  },
  { title: 'FieldProblem' },
);

/** The body of every answer that is not a success, whatever the operation. */
export const ErrorBody = Type.Object(
  {
    success: Type.Literal(false),
    message: Type.String({ description: 'What went wrong, for people.' }),
    error_code: Type.String({ description: 'What went wrong, for programs; a closed list.' }),
    request_id: Type.String({ description: 'Quote it when you report a problem; also in the header x-request-id.' }),
    details: Type.Optional(Type.Array(FieldProblem)),
  },
  { title: 'ErrorBody', additionalProperties: true },
);
export type ErrorBody = Static<typeof ErrorBody>;

/** The answer of 304, which has no body. */
export const Unchanged = Type.Unsafe<undefined>({
  type: 'null',
  description: 'What If-None-Match names is still current.',
});

/** An answer that is not JSON, in one of these media types. */
export const FileAnswer = <T>(description: string, ...mediaTypes: readonly string[]): TUnsafe<T> =>
  Type.Unsafe<T>({
    description,
    content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: 'string' } }])),
  });

/** Of a token or secret. */
export const secretLife = {
  created_at: DateTime,
  expires_at: Nullable(DateTime),
  is_live: Type.Boolean({ description: 'False once it has expired.' }),
};

/** How any list goes on. */
export const nextPage = {
  has_next: Type.Boolean(),
  next: Nullable(Type.String({ description: 'Token of the next page, for page_id.' })),
  next_id: Type.Optional(Type.String({ description: 'The same token as next.' })),
};
export const askedPart = {
  page_size: Type.Optional(Type.Integer({ description: 'From 1 to 100; 10 when left out.' })),
  page_id: Type.Optional(Type.String({ maxLength: 1024, description: 'Token of a page, from next_id.' })),
};

/** Where a list stands. `next` and `next_id` are one token; `next_id` is left out on the last page. */
export const Page = Type.Object(
  {
    type: Type.Enum(['number', 'cursor']),
    current: Type.Integer(),
    size: Type.Integer({ description: 'Items asked for per page.' }),
    limit: Type.Integer({ description: 'Items a page can hold at most.' }),
    item_count: Type.Integer({ description: 'Items on this page.' }),
    item_total: Type.Integer({ description: 'Items on this page.' }),
    total: Type.Integer({ description: 'Items on all pages.' }),
    has_previous: Type.Boolean(),
    ...nextPage,
  },
  { title: 'Page' },
);
export type Page = Static<typeof Page>;

export const PageQuery = Type.Object({
  page_no: Type.Optional(Type.Integer({ description: 'From 1; 1 when left out.' })),
  ...askedPart,
});
export type PageQuery = Static<typeof PageQuery>;
