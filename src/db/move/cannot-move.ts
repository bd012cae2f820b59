/** Why a shop cannot be moved, as a sentence that says what to do. */
export class CannotMove extends Error {
  override readonly name = 'CannotMove';
}
