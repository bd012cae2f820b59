/** The `default` of a switch that names every case: the compiler refuses it when one is missing. */
export const unreachable = (value: never): never => {
  throw new Error(`not a case: ${JSON.stringify(value)}`);
};
