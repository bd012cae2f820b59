/** Who is asking, of all the proofs that areas take. */
import { applicationProof } from './applications/application-proof.ts';
import { applicationFinder } from './applications/find-application.ts';
import type { Node } from './applications/node.ts';
import type { IdentifyCaller } from './http/caller.ts';
import { serviceProof } from './oauth/tokens/service-proof.ts';
import { operatorProof } from './operators/operator-proof.ts';

/** An Authorization header decides; an operator's cookie counts only without one and never for a storefront's calls. */
export const identifyCaller = (node: Node, publicUrl: URL | undefined): IdentifyCaller => {
  const application = applicationProof(applicationFinder(node.db), node.now);
  const service = serviceProof(node);
  const operator = operatorProof(node, publicUrl);
  return async (request, access) => {
    if (request.headers.authorization !== undefined) return (await application(request)) ?? service(request);
    return access.kind === 'permission' || access.kind === 'operator' ? operator(request) : undefined;
  };
};
