/** Digits of a payment card, with or without spaces and hyphens between them. */
const CANDIDATE = /(?<!\d)[2-6](?:[ -]?\d){12,18}(?!\d)/g;

/** Whether the text contains a number that can be one of a card. Cards are typed at the provider only, so it is not stored. */
export const hasCardNumber = (text: string): boolean =>
  (text.match(CANDIDATE) ?? []).some((candidate) => isLuhn(candidate.replaceAll(/\D/g, '')));

/** In addresses a space is `+` or `%20`. */
const CANDIDATE_IN_ADDRESS = /(?<!\d)[2-6](?:(?:[ +-]|%20)?\d){12,18}(?!\d)/g;

/** For texts of others, which cannot be refused: messages of providers, and the log. */
export const redactCardNumbers = (text: string): string =>
  text.replace(CANDIDATE_IN_ADDRESS, (candidate) =>
    isLuhn(candidate.replaceAll(/%20|\D/g, '')) ? '[card]' : candidate,
  );

/** The check digit of card numbers: every second digit from the right is doubled. */
export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let n = 0; n < digits.length; n++) {
    const digit = Number(digits[digits.length - 1 - n]);
    const weighted = n % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
