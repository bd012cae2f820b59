/**
 * Text in a normal form of Unicode, in time that grows with its length alone. The marks behind a letter are put in order there, which
 * takes the square of how many stand in a row: sixteen thousand, all that a field may have, held up everybody for 90 ms each time it
 * was looked at. No language has thirty in a row (Unicode's Stream-Safe Text Format, UAX #15), so what comes behind them goes. Pure.
 */

type Form = 'NFC' | 'NFKC' | 'NFKD';

/** U+FF9E and U+FF9F are letters that become marks. */
const MORE_MARKS = /([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu;

export const normalForm = (text: string, form: Form): string => text.replace(MORE_MARKS, '$1').normalize(form);
