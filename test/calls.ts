/** How tests of a whole shop call it, and what they are shown. */
export type Headers = Readonly<Record<string, string>>;
export type Shown = { readonly status: number; readonly body: Record<string, unknown>; readonly headers: Headers };
export type Call = (method: string, path: string, body?: unknown, headers?: Headers) => Promise<Shown>;
