/** `Authorization: Bearer base64(application_id:application_token)`, the proof of an application. */
import type { FastifyRequest } from 'fastify';
import type { ApplicationCaller } from '../http/caller.ts';
import type { Clock } from '../shared/clock.ts';
import { Refusal } from '../shared/errors.ts';
import type { FindApplication } from './find-application.ts';

export type ApplicationCredential = { readonly id: string; readonly token: string };

/** Undefined when the header is absent or of another kind, such as an access token of the token service. */
export const readApplicationCredential = (header: string | undefined): ApplicationCredential | undefined => {
  const encoded = /^Bearer +([A-Za-z0-9+/_-]{1,1024}={0,2}) *$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [, id, token] = /^([0-9a-f]{24}):([\x21-\x7e]+)$/.exec(Buffer.from(encoded, 'base64').toString('latin1')) ?? [];
  return id === undefined || token === undefined ? undefined : { id, token };
};

/** The application a request proves, undefined without such a credential; refuses a wrong one. */
export const applicationProof =
  (find: FindApplication, now: Clock) =>
  async ({ headers }: Pick<FastifyRequest, 'headers'>): Promise<ApplicationCaller | undefined> => {
    const credential = readApplicationCredential(headers.authorization);
    if (credential === undefined) return undefined;
    const found = await find(credential.id, credential.token, now());
    if (found === undefined) throw new Refusal('token_invalid');
    const { applicationId, companyId, organizationId, settings, seen, until } = found;
    return { kind: 'application', applicationId, companyId, organizationId, settings, proof: { seen, until } };
  };
