/** The code of a refusal, wherever the SDK has put it; undefined when the call was answered. */
export const codeOf = async (call: Promise<unknown>): Promise<string | undefined> => {
  try {
    await call;
    return undefined;
  } catch (error) {
    const text = JSON.stringify({ ...(error as object), message: String(error) });
    return /"error_code":"(\w+)"/.exec(text)?.[1] ?? text;
  }
};
