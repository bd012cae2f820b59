/** Asks the service that knows VAT numbers, in the words of the VIES REST service. No answer is no verdict. */
import type { VatCheckSetting } from '../../contract/applications/vat-check-setting-contract.ts';
import { type GuardedRequest, guardedRequest } from '../../http/outgoing/guarded-request.ts';

export type VatReach = Pick<GuardedRequest, 'policy' | 'resolve'>;
export type VatVerdict = { readonly state: 'checked' | 'invalid'; readonly consultation: string | null };

/** A shopper waits for it. */
const TIMEOUT_MS = 3_000;
const MOST_BYTES = 65_536;
const MOST_CONSULTATION = 100;

const parts = (vatId: string) => ({ country: vatId.slice(0, 2), number: vatId.slice(2) });

const bodyOf = (vatId: string, { requester }: VatCheckSetting): string => {
  const { country, number } = parts(vatId);
  const own = requester === null ? null : parts(requester);
  return JSON.stringify({
    countryCode: country,
    vatNumber: number,
    ...(own === null ? {} : { requesterMemberStateCode: own.country, requesterNumber: own.number }),
  });
};

/** Undefined for an answer that says neither yes nor no, such as that a country cannot be asked now. */
export const verdictIn = (answer: unknown): VatVerdict | undefined => {
  if (typeof answer !== 'object' || answer === null || !('valid' in answer)) return undefined;
  const { valid } = answer;
  const number = 'requestIdentifier' in answer ? answer.requestIdentifier : null;
  const consultation =
    typeof number === 'string' && number !== '' && number.length <= MOST_CONSULTATION ? number : null;
  if (typeof valid !== 'boolean') return undefined;
  return { state: valid ? 'checked' : 'invalid', consultation };
};

export const askVatService = async (
  reach: VatReach,
  setting: VatCheckSetting,
  vatId: string,
): Promise<VatVerdict | undefined> => {
  try {
    const { status, body, isCut } = await guardedRequest(setting.url, {
      ...reach,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MOST_BYTES,
      headers: { 'content-type': 'application/json' },
      body: bodyOf(vatId, setting),
    });
    return status === 200 && !isCut ? verdictIn(JSON.parse(body.toString('utf8'))) : undefined;
  } catch {
    // Too late, out of reach, or not JSON: all the same to who waits. The next round asks again.
    return undefined;
  }
};
