/** Why a call did not do what it was to do: the service's code, and its sentence for people. */
export class CallProblem extends Error {
  override readonly name = 'CallProblem';
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
