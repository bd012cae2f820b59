/** A text of the demo shop with what it is in the other languages of its pages. */
export type Said = readonly [text: string, hindi: string, german: string];
