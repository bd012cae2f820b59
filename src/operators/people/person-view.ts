/** How an operator is told to those who manage him. */
import type { OperatorView } from '../../contract/applications/people-contract.ts';
import { isoTime } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Node } from '../../applications/node.ts';
import { type KeyedWrite, writeOnce } from '../../applications/write-once.ts';
import { findPerson, type Person } from './person-store.ts';

export const personView = (person: Person): OperatorView => ({
  id: person.id,
  organization_id: person.organizationId,
  email: person.email,
  name: person.name,
  role: person.role,
  status: person.status,
  has_password: person.hasPassword,
  created_at: isoTime(person.createdAt),
  modified_at: isoTime(person.modifiedAt),
  joined_at: person.joinedAt === null ? null : isoTime(person.joinedAt),
});

export const shownPerson = async (
  { db }: Pick<Node, 'db'>,
  organizationId: string,
  id: string,
): Promise<OperatorView> => {
  const person = await findPerson(db, organizationId, id);
  if (person === undefined) throw new Refusal('operator_not_found');
  return personView(person);
};

/** Answers with him as he is now, and again so when the write is repeated. */
export const changedPerson = (
  node: Pick<Node, 'db' | 'now'>,
  request: FastifyRequest<{ Params: { readonly operator_id: string } }>,
  reply: FastifyReply,
  {
    organizationId,
    run,
  }: { readonly organizationId: string; readonly run: (write: KeyedWrite<string>) => Promise<void> },
): Promise<OperatorView> => {
  const shown = (id: string) => shownPerson(node, organizationId, id);
  return writeOnce(node, request, reply, {
    run: async (write) => {
      await run(write);
      return shown(request.params.operator_id);
    },
    replay: shown,
  });
};
