/** Stored definitions in, offers and their index out. A definition that makes no sense is set aside with a sentence, never thrown. */
import { compileCoupon } from './compile-coupon.ts';
import { compilePromotion } from './compile-promotion.ts';
import type { CompiledOffer, Definition, RefusedOffer } from './offer-types.ts';
import { type CompileContext, DefinitionProblem, text } from './read-definition.ts';

/** A coupon in its own shape has `rule`; a promotion, whatever its mode, has `discount_rules`. */
export const compileOffer = (definition: Definition, context: CompileContext): CompiledOffer | RefusedOffer => {
  try {
    return definition.rule === undefined ? compilePromotion(definition, context) : compileCoupon(definition, context);
  } catch (error) {
    if (!(error instanceof DefinitionProblem)) throw error;
    return { id: text(definition['_id']) ?? text(definition.id) ?? '', reason: error.message };
  }
};
export const isRefused = (offer: CompiledOffer | RefusedOffer): offer is RefusedOffer => 'reason' in offer;
