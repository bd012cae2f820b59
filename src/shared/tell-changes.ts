/** Tells of the first of several failures in a row, and when it works again: not of each, which would fill the log. */
export type Teller = {
  readonly onFailure: (error: unknown) => void;
  /** After so many failures. */
  readonly onRecovery?: ((failures: number) => void) | undefined;
};

export const tellChanges = ({ onFailure, onRecovery = () => {} }: Teller) => {
  let failures = 0;
  return {
    failed: (error: unknown): void => {
      failures += 1;
      if (failures === 1) onFailure(error);
    },
    worked: (): void => {
      if (failures > 0) onRecovery(failures);
      failures = 0;
    },
    failures: (): number => failures,
  };
};
