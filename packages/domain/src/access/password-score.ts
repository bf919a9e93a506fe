/** 0 to 5: one point each for eight characters, an upper-case letter, a lower-case letter, a digit and a symbol. */
export const passwordScore = (password: string): number =>
  [password.length >= 8, /\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}\s]/u].filter((test) =>
    typeof test === 'boolean' ? test : test.test(password),
  ).length;

/** At or below this score the sign-in page shows a warning but accepts the password. */
export const LOW_PASSWORD_SCORE = 2;
