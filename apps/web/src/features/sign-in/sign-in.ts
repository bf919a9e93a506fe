/** Signs in and redirects. Uses no library, because this page loads before anything else. */
import { request } from '../../lib/http.ts';
import { setSignOutReason } from '../../lib/sign-out-reason.ts';
import { write } from '../../lib/storage.ts';
import { SIGNED_IN_HINT, type SignedIn } from '../../lib/token.ts';

export interface Credentials {
  email: string;
  password: string;
  rememberMe: boolean;
}

const HOME = '/tickets';
const OVERDUE = '/financeiro';

export async function signIn({ email, password, rememberMe }: Credentials): Promise<void> {
  const session = await request<SignedIn>({
    method: 'POST',
    path: '/auth/login',
    body: { email: email.trim().toLowerCase(), password, rememberMe },
  });
  write(SIGNED_IN_HINT, '1');
  setSignOutReason(undefined);
  markJustSignedIn();
  redirectAfterSignIn(session);
}

/** An overdue company is sent to its invoice; all other users return to where they were. */
export function redirectAfterSignIn({ user }: SignedIn): void {
  location.assign(user.company.expired ? OVERDUE : nextPath(location.href));
}

/** Only paths of this site are followed: a link to /login must not redirect elsewhere. */
export function nextPath(href: string): string {
  const currentUrl = new URL(href);
  const nextParam = currentUrl.searchParams.get('next');
  if (!nextParam?.startsWith('/')) return HOME;
  const next = URL.parse(nextParam, currentUrl.origin);
  if (next?.origin !== currentUrl.origin || next.pathname === '/login' || next.pathname === '/') return HOME;
  return next.pathname + next.search + next.hash;
}

/** The app warns once per sign-in, not at every reload. */
function markJustSignedIn(): void {
  try {
    sessionStorage.setItem('balcao.justSignedIn', '1');
  } catch {
    // Without storage the warning is skipped; the top bar still shows the due date.
  }
}
