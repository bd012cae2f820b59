/** Commands that work inside one organization: the one that was named, or the only one there is. */
import { onlyOrganization } from '../applications/organization-store.ts';
import { type Input, type Option, UsageError } from './command.ts';
import type { OpenNode } from './open-node.ts';

export const organization: Option = {
  type: 'string',
  shows: 'ID',
  meaning: 'which organization, when there are several',
};

export const organizationOf = async ({ db }: OpenNode, { text }: Input): Promise<string> => {
  const given = text('organization') || (await onlyOrganization(db));
  if (given === undefined) throw new UsageError('There are several organizations: say which with --organization ID');
  return given;
};
