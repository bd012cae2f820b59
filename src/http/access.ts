/**
 * Nothing is open by omission: a route without `config.access` stops the start-up, and every request to a route that is
 * not public has its caller proved and its permission checked before anything of it is read.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Refusal } from '../shared/errors.ts';
import {
  type Access,
  type ApplicationCaller,
  type Caller,
  grants,
  type IdentifyCaller,
  type OperatorCaller,
  type ServiceCaller,
} from './caller.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route demands of its caller. */
    access?: Access;
    /** Neither rate limits nor load shedding: for probes, which must tell the truth when we are busy. */
    exempt?: true;
  }
  interface FastifyRequest {
    caller: Caller | undefined;
    /** The application whose call a permitted caller makes in its place; set by the route that lets him. */
    standsInFor?: ApplicationCaller;
  }
  interface FastifyInstance {
    /** Whether who made this request may still make it: for answers that go on for minutes. */
    mayStill: (request: FastifyRequest) => Promise<boolean>;
  }
}

/** Why this caller may not use a route that demands this; undefined when he may. */
export const accessProblem = (access: Access, caller: Caller | undefined): Refusal | undefined => {
  if (access.kind === 'public') return undefined;
  if (caller === undefined) return new Refusal('token_invalid');
  if (access.kind === 'application') {
    if (caller.kind === 'application') return undefined;
    return new Refusal('permission_missing', { message: 'This operation takes the credential of an application.' });
  }
  if (access.kind === 'operator') {
    if (caller.kind === 'operator') return undefined;
    return new Refusal('permission_missing', { message: 'This operation is for somebody who is signed in.' });
  }
  if (caller.kind !== 'application' && grants(caller.permissions, access.permission)) return undefined;
  return new Refusal('permission_missing', { message: `This operation needs the permission ${access.permission}.` });
};

/** RFC 6750: which kind of credential is wanted, and whether one was given and was wrong. */
const challenge = (request: FastifyRequest): string =>
  request.headers.authorization === undefined ? 'Bearer' : 'Bearer error="invalid_token"';

const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown): Error => {
  if (error instanceof Refusal && error.code === 'token_invalid') reply.header('www-authenticate', challenge(request));
  return error as Error;
};

export const installAccess = (app: FastifyInstance, identify: IdentifyCaller): void => {
  app.decorateRequest('caller', undefined);

  app.decorate('mayStill', async (request: FastifyRequest) => {
    const { access } = request.routeOptions.config;
    if (access === undefined) return false;
    try {
      return accessProblem(access, await identify(request, access)) === undefined;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  });

  app.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
    if (config?.access === undefined) throw new Error(`${String(method)} ${url} declares no config.access`);
  });

  app.addHook('onRequest', (request, reply, proceed) => {
    const { access } = request.routeOptions.config;
    if (access === undefined || access.kind === 'public') return proceed();
    const check = (caller: Caller | undefined): void => {
      request.caller = caller;
      const problem = accessProblem(access, caller);
      proceed(problem === undefined ? undefined : refuse(request, reply, problem));
    };
    identify(request, access).then(check, (error: unknown) => proceed(refuse(request, reply, error)));
  });
};

/** The application that calls; a fault when the route does not demand one. */
export const applicationCaller = (request: FastifyRequest): ApplicationCaller => {
  if (request.caller?.kind === 'application') return request.caller;
  if (request.standsInFor !== undefined) return request.standsInFor;
  throw new Error(`${request.routeOptions.url} reads an application caller but does not demand one`);
};

/** The service client or operator that calls; a fault when the route does not demand a permission. */
export const permittedCaller = (request: FastifyRequest): ServiceCaller | OperatorCaller => {
  if (request.caller !== undefined && request.caller.kind !== 'application') return request.caller;
  throw new Error(`${request.routeOptions.url} reads a permitted caller but demands no permission`);
};

/** How logs, audit rows and rate limits name a caller. */
export const callerName = (caller: Caller): string => {
  if (caller.kind === 'application') return `application:${caller.applicationId}`;
  return caller.kind === 'service' ? `service:${caller.clientId}` : `operator:${caller.operatorId}`;
};
