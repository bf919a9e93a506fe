/** Why this tab shows the sign-in page. Stays until the next sign-in, also over a reload of the page. */
const KEY = 'balcao.signOutReason';
const reasons = ['expired', 'elsewhere', 'passwordReset', 'confirmEmail', 'accountReady'] as const;
export type SignOutReason = (typeof reasons)[number];

export function signOutReason(): SignOutReason | undefined {
  try {
    const stored = sessionStorage.getItem(KEY);
    return reasons.find((reason) => reason === stored);
  } catch {
    return undefined;
  }
}

export function setSignOutReason(reason: SignOutReason | undefined): void {
  try {
    if (reason) sessionStorage.setItem(KEY, reason);
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage the sign-in page gives no reason.
  }
}
