/** How this visitor sees pages, as the storefront's cookie says; whoever has none sees them in the first language he reads. Pure. */
import { parseCookies } from '../http/requests/cookies.ts';
import type { PageState } from './drawing-room.ts';

const pageLanguages: readonly string[] = ['en', 'hi', 'de'];

/** `Accept-Language`, the wanted ones first; its weights say the order in practice. */
const readBy = (accepted: string): string | undefined =>
  accepted
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
    .find((tag) => pageLanguages.includes(tag));

type Asking = { readonly cookie?: string | undefined; readonly 'accept-language'?: string | undefined };

export const pageState = (
  { cookie, 'accept-language': accepted = '' }: Asking,
  currencies: readonly string[],
): PageState => {
  const [answered = '', language = '', currency = ''] = (parseCookies(cookie).get('cw_page') ?? '').split('.');
  return {
    isAnswered: answered === 'answered',
    language: pageLanguages.includes(language) ? language : (readBy(accepted) ?? 'en'),
    currency: currencies.includes(currency) ? currency : '',
  };
};
