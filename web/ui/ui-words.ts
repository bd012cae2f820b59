/** What the parts that pages share say of themselves; a page in another language gives them its own. */
import { createValue } from './value.ts';

export type UiWords = {
  readonly tryAgain: string;
  readonly wentWrong: string;
  readonly oneFewer: string;
  readonly oneMore: string;
};

export const uiWords = createValue<UiWords>({
  tryAgain: 'Try again',
  wentWrong: 'Something went wrong.',
  oneFewer: 'One fewer',
  oneMore: 'One more',
});
