/** What stores are called: a number says little to people. */
import { useAnswer } from '../../../ui/use-answer.ts';
import { read } from '../../call.ts';
import { catalogPath } from '../../paths.ts';
import { may, shop } from '../../session.ts';
import type { StoreNames } from './stock-cells.tsx';

type Stores = { readonly items: readonly { readonly uid: number; readonly name: string }[] };

/** Those of the first page; the others, and all for whoever may not read them, stay numbers. */
export const useStoreNames = (): StoreNames => {
  const { answer } = useAnswer(
    `${shop.value.id} names of stores`,
    async (): Promise<Stores> =>
      may('company/locations/read') ? read<Stores>(`${catalogPath}/stores`, { page_size: 100 }) : { items: [] },
  );
  return new Map((answer?.items ?? []).map(({ uid, name }) => [uid, name]));
};
