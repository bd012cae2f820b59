/** Why a call did not do what it was to do: the service's code, and its sentence for people. */
export type ProblemDetail = { readonly field: string; readonly message: string };

export class CallProblem extends Error {
  override readonly name = 'CallProblem';
  readonly status: number;
  readonly code: string;
  /** What is wrong with which member of what was sent. */
  readonly details: readonly ProblemDetail[];
  constructor(status: number, code: string, message: string, details: readonly ProblemDetail[] = []) {
    super(message);
    this.details = details;
    this.status = status;
    this.code = code;
  }
}
