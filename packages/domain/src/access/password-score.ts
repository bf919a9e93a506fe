/** 0 to 5: one point each for eight characters, an uppercase letter, a lowercase one, a digit and a symbol. */
export const passwordScore = (password: string): number =>
  [password.length >= 8, /\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}\s]/u].filter((test) =>
    typeof test === 'boolean' ? test : test.test(password),
  ).length;

/** At or below this score the sign-in screen warns, and still lets the person through. */
export const LOW_PASSWORD_SCORE = 2;
