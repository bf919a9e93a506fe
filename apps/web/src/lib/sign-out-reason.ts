/** Why this tab was signed out. Stays until the next sign-in, also over a reload of the sign-in page. */
const KEY = 'balcao.signOutReason';
const reasons = ['expired', 'elsewhere'] as const;
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
