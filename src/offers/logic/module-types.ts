/** What is asked of the thread that runs modules, and what came of asking a rule. */

export type ModuleQuestion = {
  readonly hash: string;
  /** Left out at first: the thread may know the module. */
  readonly bytes?: Uint8Array;
  /** Null: only whether the module is sound. */
  readonly text: string | null;
};
export type ModuleAnswer =
  | { readonly kind: 'ran'; readonly text: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly reason: string };

/** What a rule said, as text; or that it did not in time; or why it cannot. */
export type Ran =
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'late' }
  | { readonly kind: 'failed'; readonly reason: string };
