/** The names of those who change things: answers name people and programs by their ids. */
import type { Static } from 'typebox';
import type { OperatorList } from '../../../src/contract/applications/people-contract.ts';
import type { ClientResponse } from '../../../src/contract/applications/client-contract.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import { read } from '../call.ts';
import { clientsPath, peoplePath } from '../paths.ts';
import { may, session } from '../session.ts';
import { actorName } from './names.ts';

const MOST_NAMED = { page_size: 100 };

/** Who may not look at them is told the ids, as before. */
const readNames = async (): Promise<ReadonlyMap<string, string>> => {
  type Clients = { readonly items: readonly ClientResponse[] };
  const [clients, people] = await Promise.all([
    may('organization/clients/read') ? read<Clients>(clientsPath, MOST_NAMED) : undefined,
    may('organization/operators/read')
      ? read<Static<typeof OperatorList>>(`${peoplePath}/operator`, MOST_NAMED)
      : undefined,
  ]);
  return new Map([
    ...(clients?.items ?? []).map(({ client_id, meta }) => [`service:${client_id}`, meta?.name || client_id] as const),
    ...(people?.items ?? []).map(({ id, name, email }) => [`operator:${id}`, name || email] as const),
    [`operator:${session.operator.id}`, `${session.operator.name} (you)`],
  ]);
};

export const useActorNames = (): ((actor: string) => string) => {
  const { answer = new Map() } = useAnswer<ReadonlyMap<string, string>>('actors', readNames);
  return (actor) => actorName(actor, answer);
};
