import type { FastifyRequest } from 'fastify';
import type { Witness } from '../db/witness.ts';
import type { ApplicationSettings } from '../contract/applications/application-contract.ts';

/** Who a request is from. Areas read it; only the proofs that `app.ts` wires in make one. */
export type ApplicationCaller = {
  readonly kind: 'application';
  readonly applicationId: string;
  readonly companyId: number;
  readonly organizationId: string;
  readonly settings: ApplicationSettings;
  /** What shows that it is he, and when that ends; undefined where somebody else vouches for him. */
  readonly proof?: { readonly seen: Witness; readonly until: number | null };
};
export type ServiceCaller = {
  readonly kind: 'service';
  readonly clientId: string;
  readonly organizationId: string;
  readonly permissions: readonly string[];
  /** The operator who agreed to it; left out: it acts on its own behalf. */
  readonly onWordOf?: string;
};
export type OperatorCaller = {
  readonly kind: 'operator';
  readonly operatorId: string;
  readonly organizationId: string;
  readonly permissions: readonly string[];
};
export type Caller = ApplicationCaller | ServiceCaller | OperatorCaller;

/** What a route demands. A route that declares none stops the start-up: nothing is open by omission. */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'application' }
  /** Whoever is signed in to the console, whatever he may do: what concerns himself. */
  | { readonly kind: 'operator' }
  | { readonly kind: 'permission'; readonly permission: string };

/** Turns a request into its caller, or undefined when it carries no credential; throws a Refusal on a bad one. */
export type IdentifyCaller = (request: FastifyRequest, access: Access) => Promise<Caller | undefined>;

/** Segment by segment: `*` stands for any, and what is left out at the end stands for all: `company/products`, `*`. */
export const grants = (permissions: readonly string[], wanted: string): boolean => {
  const segments = wanted.split('/');
  return permissions.some((granted) => granted.split('/').every((part, at) => part === '*' || part === segments[at]));
};
